// SPDX-License-Identifier: Apache-2.0
internal import FaceOverlay
internal import FaceValues

/// A face where a detector saw it.
struct FaceAnchor: Sendable, Hashable {
    let nanoseconds: Int64
    /// In the normalized stored frame.
    let bounds: Rect
    let rollAngle: Double?
    /// Whether an identity begins or comes back here. Its face may have been there before, also where it is taken for
    /// one that was lost.
    var isNewIdentity = false

    /// The corners of the box, upright and turned with the head, in pixels of an image.
    ///
    /// - Parameters:
    ///   - growth: what is added on each side, in widths and heights of the box.
    ///   - shift: how far the box is displaced, normalized.
    func corners(grownBy growth: Double, shift: Point = Point(x: 0, y: 0), in size: Size) -> [Point]
    {
        var grown = grown(by: growth)
        grown.x += shift.x
        grown.y += shift.y
        grown = grown.scaled(x: size.width, y: size.height)
        let upright = [
            grown.origin, Point(x: grown.maxX, y: grown.y), Point(x: grown.maxX, y: grown.maxY),
            Point(x: grown.x, y: grown.maxY),
        ]
        guard let rollAngle, abs(rollAngle) > 5 else { return upright }
        let face = MetadataFaceObject(faceID: 1, bounds: grown, rollAngle: rollAngle, confidence: 1)
        return upright + FaceOverlay.corners(of: face)
    }

    /// The box with so much more on each side, in its own widths and heights; normalized.
    func grown(by growth: Double) -> Rect {
        Rect(
            x: bounds.x - growth * bounds.width, y: bounds.y - growth * bounds.height,
            width: bounds.width * (1 + 2 * growth), height: bounds.height * (1 + 2 * growth))
    }
}

extension Rect {
    /// Where its face may be: in the whole frame where it is too large for a face; `nil` where it is too small for any
    /// that is found, is not of numbers or lies outside of the frame, as one in pixels does.
    var ofFace: Rect? {
        guard x.isFinite, y.isFinite, width.isFinite, height.isFinite,
            // Four of the 7,680 pixels of an 8K frame.
            min(width, height) >= 0.0005,
            !intersection(.unit).isEmpty
        else { return nil }
        let limit = 1000.0
        return max(abs(x), abs(y), width, height) < limit ? self : .unit
    }

    /// Whether both may be the same face a little later.
    func hasSizeSimilar(to other: Rect) -> Bool {
        let ratio = area / other.area
        return ratio < 9 && ratio > 1 / 9
    }
}
