// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// How a still frame is encoded.
public enum ImageCodec: Sendable, Hashable {
    /// JPEG, with a quality from 0 for the smallest file to 1 for the best frame.
    case jpeg(quality: Double)
    /// PNG, which loses nothing of a frame's RGB.
    case png
    /// HEVC in HEIF, with a quality from 0 for the smallest file to 1 for the best frame.
    case heic(quality: Double)

    /// Throws `invalidArgument` for a quality outside 0...1.
    package func validate() throws(FacecapError) {
        switch self {
        case .jpeg(let quality), .heic(let quality):
            // A NaN is in no range.
            guard !(0...1 ~= quality) else { return }
            throw FacecapError(
                .invalidArgument, "The quality \(quality) of frames is outside 0...1; choose 0.9.")
        case .png: return
        }
    }
}
