// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

/// How large the whole of a face is, and whether a box shows a part of it only: something that comes before it, or
/// the edge of the frame, takes from one side and changes the shape, while a face that goes away keeps it.
struct FaceExtent {
    /// A box of another shape, a logarithm of width over height, and ...
    private static let shapeChange = 0.08
    /// ... of less than this share of the area is a part.
    private static let share = 0.95
    /// Seconds in which a shape that stays comes to be that of the whole face.
    private static let memory = (whole: 0.4, part: 1.5)

    private var logWidth: Double
    private var logHeight: Double

    /// A face first seen in `bounds`, which has an extent.
    init(_ bounds: Rect) {
        logWidth = log(bounds.width)
        logHeight = log(bounds.height)
    }

    /// Takes in a box seen `seconds` after the one before; whether it shows a part of the face only.
    mutating func note(_ bounds: Rect, seconds: Double) -> Bool {
        let (width, height) = (log(bounds.width) - logWidth, log(bounds.height) - logHeight)
        let isPart = abs(width - height) > Self.shapeChange && width + height < log(Self.share)
        let part = 1 - exp(-seconds / (isPart ? Self.memory.part : Self.memory.whole))
        logWidth += part * width
        logHeight += part * height
        return isPart
    }
}
