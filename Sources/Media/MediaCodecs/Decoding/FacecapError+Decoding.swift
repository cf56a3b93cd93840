// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
package import FaceValues

extension FacecapError {
    /// No memory, as FFmpeg's allocators say it.
    package static var outOfMemory: FacecapError { .noMemory(for: "the next image") }

    /// A stream that no decoder of this FFmpeg understands.
    static func noDecoder(_ source: String, codec: AVCodecID) -> FacecapError {
        FacecapError(
            .mediaUnreadable,
            "\(source) needs a decoder for \(name(of: codec)), which this FFmpeg lacks; convert it with "
                + "another program first.")
    }

    /// A stream that a decoder does not take, as what its container says of it is damaged or beyond the decoder.
    static func decoderRefuses(_ source: String, codec: AVCodecID, code: CInt) -> FacecapError {
        FacecapError(
            .mediaUnreadable,
            "\(source) has a \(name(of: codec)) stream that its decoder refuses (\(ffmpegReason(code))); check it "
                + "with `ffprobe`.")
    }

    private static func name(of codec: AVCodecID) -> String {
        avcodec_get_name(codec).map { String(cString: $0) } ?? "unknown"
    }
}
