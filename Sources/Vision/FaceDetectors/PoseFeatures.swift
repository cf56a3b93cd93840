// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc

/// What the points and the box of a nearly upright face say of its pose, free of place and size.
///
/// Lengths are in units of the distance from the eyes to the mouth; angles in degrees, clockwise.
struct PoseFeatures {
    /// The turns of the line through the eyes, of the one through the mouth's corners and of the
    /// line from the one to the other.
    var eyeTurn: Double
    var mouthTurn: Double
    var middleTurn: Double
    /// The nose, from the middle of eyes and mouth, along and across the line of the eyes.
    var noseAlong: Double
    var noseAcross: Double
    /// The distance of the eyes.
    var eyeDistance: Double
    /// How far the mouth is shifted along the line of the eyes.
    var mouthShift: Double
    /// How far below the upper edge of the face's box the eyes and the mouth are, in its heights.
    var eyesInBox: Double
    var mouthInBox: Double
    /// The width of the box in its heights.
    var boxWidth: Double

    /// The features of one look; `nil` when the mouth is not below the eyes.
    init?(_ look: FaceInCrop) {
        let face = look.landmarks
        let eyes = Point.middle(face.leftEye, face.rightEye)
        let mouth = Point.middle(face.leftMouth, face.rightMouth)
        let center = Point.middle(eyes, mouth)
        eyeTurn = Self.turn(face.leftEye, face.rightEye)
        mouthTurn = Self.turn(face.leftMouth, face.rightMouth)
        middleTurn = atan2(eyes.x - mouth.x, mouth.y - eyes.y) * 180 / .pi
        let cosine = cos(eyeTurn * .pi / 180)
        let sine = sin(eyeTurn * .pi / 180)
        let along = { (from: Point, to: Point) in
            (to.x - from.x) * cosine + (to.y - from.y) * sine
        }
        let across = { (from: Point, to: Point) in
            (to.y - from.y) * cosine - (to.x - from.x) * sine
        }
        let length = across(eyes, mouth)
        guard length > 1 else { return nil }
        noseAlong = along(center, face.nose) / length
        noseAcross = across(center, face.nose) / length
        eyeDistance = along(face.leftEye, face.rightEye) / length
        mouthShift = along(eyes, mouth) / length
        let box = look.bounds
        guard box.height > 0 else { return nil }
        eyesInBox = (eyes.y - box.y) / box.height
        mouthInBox = (mouth.y - box.y) / box.height
        boxWidth = box.width / box.height
    }

    /// The features halfway between two looks at the same face.
    static func mean(_ a: PoseFeatures, _ b: PoseFeatures) -> PoseFeatures {
        var mean = a
        mean.eyeTurn = (a.eyeTurn + b.eyeTurn) / 2
        mean.mouthTurn = (a.mouthTurn + b.mouthTurn) / 2
        mean.middleTurn = (a.middleTurn + b.middleTurn) / 2
        mean.noseAlong = (a.noseAlong + b.noseAlong) / 2
        mean.noseAcross = (a.noseAcross + b.noseAcross) / 2
        mean.eyeDistance = (a.eyeDistance + b.eyeDistance) / 2
        mean.mouthShift = (a.mouthShift + b.mouthShift) / 2
        mean.eyesInBox = (a.eyesInBox + b.eyesInBox) / 2
        mean.mouthInBox = (a.mouthInBox + b.mouthInBox) / 2
        mean.boxWidth = (a.boxWidth + b.boxWidth) / 2
        return mean
    }

    private static func turn(_ left: Point, _ right: Point) -> Double {
        atan2(right.y - left.y, right.x - left.x) * 180 / .pi
    }
}
