// SPDX-License-Identifier: Apache-2.0
import FaceEvaluation
import Facecap

/// A video as a folder of images whose names are the numbers of its frames, from 1.
struct ImageSequence {
    /// The images in the order of the video.
    let paths: [String]
    /// Frames a second.
    let frameRate: Double

    private static let endings = [".jpg", ".jpeg", ".png", ".heic"]

    /// The images of a MOTChallenge sequence; `nil` where it has none.
    ///
    /// - Parameters:
    ///   - sequence: the folder of the sequence as seen from `folder`, with `/` at its end, or empty.
    ///   - known: all that is in `folder`.
    init?(
        of sequence: String, in folder: String, known: [String], info: MOTSequenceInfo
    ) throws(FacecapError) {
        let start = "\(sequence)\(info.imageFolder)/"
        let endings = info.imageEnding.map { [$0] } ?? Self.endings
        var numbered: [Int: String] = [:]
        for name in known where name.hasPrefix(start) {
            let file = name.dropFirst(start.count)
            for ending in endings where file.hasSuffix(ending) {
                if let number = Int(file.dropLast(ending.count)) { numbered[number] = name }
            }
        }
        guard let last = numbered.keys.max() else { return nil }
        var paths: [String] = []
        for number in 1...max(1, last) {
            guard let name = numbered[number] else {
                throw FacecapError(
                    .mediaUnreadable,
                    "\(folder)/\(start) has no image of frame \(number), but one of frame \(last).")
            }
            paths.append("\(folder)/\(name)")
        }
        self.paths = paths
        frameRate = info.frameRate
    }

    /// The images as a device, which reads them as fast as it can.
    func device(opening: FileOpening) -> CaptureDevice {
        let name = paths.first ?? ""
        return CaptureDevice(
            kind: .file, uniqueID: name, localizedName: name, mediaTypes: [.video]
        ) { _ throws(FacecapError) in
            try ImageSequenceSource(self, opening: opening)
        }
    }
}
