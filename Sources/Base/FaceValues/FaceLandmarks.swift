// SPDX-License-Identifier: Apache-2.0
/// Five points of a face, in the unit of the space of the face they belong to.
///
/// "Left" and "right" are those of the **frame**, not of the person; mirroring swaps them.
public struct FaceLandmarks: Sendable, Hashable {
    /// The middle of the eye on the left of the frame.
    public var leftEye: Point
    /// The middle of the eye on the right of the frame.
    public var rightEye: Point
    /// The tip of the nose.
    public var nose: Point
    /// The corner of the mouth on the left of the frame.
    public var leftMouth: Point
    /// The corner of the mouth on the right of the frame.
    public var rightMouth: Point

    /// Five points of a face.
    public init(
        leftEye: Point, rightEye: Point, nose: Point, leftMouth: Point, rightMouth: Point
    ) {
        self.leftEye = leftEye
        self.rightEye = rightEye
        self.nose = nose
        self.leftMouth = leftMouth
        self.rightMouth = rightMouth
    }

    /// The points in the order eyes, nose, mouth corners, left before right.
    public var points: [Point] { [leftEye, rightEye, nose, leftMouth, rightMouth] }

    /// Every point sent through `transform`; what is left stays named left.
    public func map(_ transform: (Point) -> Point) -> FaceLandmarks {
        FaceLandmarks(
            leftEye: transform(leftEye), rightEye: transform(rightEye), nose: transform(nose),
            leftMouth: transform(leftMouth), rightMouth: transform(rightMouth))
    }

    /// The same points with the names of left and right exchanged, as a mirrored frame needs.
    public var exchangingSides: FaceLandmarks {
        FaceLandmarks(
            leftEye: rightEye, rightEye: leftEye, nose: nose, leftMouth: rightMouth,
            rightMouth: leftMouth)
    }
}
