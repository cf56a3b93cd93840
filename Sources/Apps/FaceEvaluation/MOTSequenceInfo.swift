// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What `seqinfo.ini` says of a MOTChallenge sequence; other lines are ignored.
package struct MOTSequenceInfo: Sendable, Hashable {
    /// The folder of the images, in that of the sequence.
    package private(set) var imageFolder = "img1"
    /// How the names of images end.
    package private(set) var imageEnding: String?
    /// Frames a second.
    package private(set) var frameRate = 25.0

    /// A sequence that says nothing of itself.
    package init() {}

    /// Reads `seqinfo.ini`.
    package init(path: String) throws(FacecapError) {
        try self.init(text: TruthTable.readText(path), name: path)
    }

    /// Reads text; `name` is what errors call it. Throws `FacecapError` with the line that is wrong.
    package init(text: String, name: String) throws(FacecapError) {
        try TruthTable.forEachLine(of: text, name: name) { (line, place) throws(FacecapError) in
            guard let sign = line.firstIndex(of: "=") else { return }
            let value = String(line[line.index(after: sign)...].trimmingBlanks)
            switch line[..<sign].trimmingBlanks {
            case "imDir":
                // Nothing outside of the sequence is read.
                guard !value.isEmpty, !value.contains("/"), value != ".." else {
                    throw FacecapError(.mediaDamaged, "\(place): '\(value)' is no folder in it.")
                }
                imageFolder = value
            case "imExt": imageEnding = value
            case "frameRate":
                guard let rate = Double(value), rate >= 0.01, rate <= 1000 else {
                    throw FacecapError(
                        .mediaDamaged, "\(place): '\(value)' is no number of frames a second.")
                }
                frameRate = rate
            default: return
            }
        }
    }
}
