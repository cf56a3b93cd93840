// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// The name of a frame's image in a COCO data set: `frame_000012.png`.
package enum COCOImageName {
    private static let (start, ending, digitCount) = ("frame_", ".png", 6)

    /// The name of the image of a frame, counted from 0.
    package static func text(_ number: Int) -> String {
        start + String(number, paddedTo: digitCount) + ending
    }

    /// Whether a file's name is that of a frame's image.
    package static func isOne(_ name: String) -> Bool {
        guard name.hasPrefix(start), name.hasSuffix(ending) else { return false }
        return Int(name.dropFirst(start.count).dropLast(ending.count)).map { text($0) == name }
            == true
    }
}
