// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
internal import MediaCodecs

extension EventReader {
    /// The error for a location of which no frame can be decoded.
    var hopeless: FacecapError {
        if MemoryCheck.isExhausted() { return .outOfMemory }
        return FacecapError(
            .mediaUnreadable,
            demuxer.needsSeeking
                ? indexAtTheEnd
                : "\(location) holds no frame that can be decoded; it is damaged, cut short\(tooLarge) or, as "
                    + "animated WebP, of a kind that FFmpeg does not decode.")
    }

    /// Of a movie whose index comes after its samples, from where nobody can go back.
    private var indexAtTheEnd: String {
        if case .url = location {
            return
                "The MP4 from \(location) probably has its index at the end, and this server sends it only from "
                + "start to end: download it, or put the index in front."
        }
        return
            "The MP4 from \(location) has its index at the end, and a pipe cannot be read backwards: "
            + "name the file itself, or put the index in front."
    }

    /// The error for a location of which nobody knows where reading goes on.
    var placeLost: FacecapError {
        FacecapError(
            .mediaUnreadable,
            "\(location) cannot be read on from where its decoder ended: the times of its frames are missing "
                + "or go back; convert it to MP4 first.")
    }

    /// Of most images FFmpeg does not tell a size that is too large: that is one cause more.
    private var tooLarge: String {
        let isKnown = video.stream.pointee.codecpar.map { $0.pointee.width > 0 } ?? false
        return isKnown
            ? "" : ", larger than \(ImageLimits.maximumPixels / 1_000_000) million pixels"
    }
}
