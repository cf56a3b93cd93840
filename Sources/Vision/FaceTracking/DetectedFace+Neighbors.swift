// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Beside another face the face mesh is as sure as ever, although the other face covers a part of this one, or a part of this
/// one lies where the mesh is shown gray for the other; and of two faces, one before the other, a box may be that of both.
/// The constants were chosen on drawn people who pass each other, and on real heads before and behind faces of videos.
extension DetectedFace {
    /// The standard errors that a face as near as can be adds, in degrees.
    private static let (rollDoubt, yawDoubt, pitchDoubt) = (2.0, 10.0, 7.0)

    /// Makes the angles less sure beside another face, whose ``Rect/nearness(of:)`` is 0...1; those that are too unsure
    /// then are not told.
    mutating func doubtAngles(nearness: Double) {
        (rollAngle, rollSigma) = Self.doubted(rollAngle, rollSigma, nearness * Self.rollDoubt)
        (yawAngle, yawSigma) = Self.doubted(yawAngle, yawSigma, nearness * Self.yawDoubt)
        (pitchAngle, pitchSigma) = Self.doubted(
            pitchAngle, pitchSigma, nearness * Self.pitchDoubt)
    }

    private static func doubted(
        _ angle: Double?, _ sigma: Double?, _ doubt: Double
    ) -> (Double?, Double?) {
        guard let sigma, doubt > 0 else { return (angle, sigma) }
        let grown = (sigma * sigma + doubt * doubt).squareRoot()
        return grown <= AngleDrift.largestSigma ? (angle, grown) : (nil, nil)
    }
}

extension Rect {
    /// How far apart boxes are, in sizes of the first, where one begins to disturb the other and where it does so most;
    /// less than 0 where they overlap.
    private static let (disturbingGap, mostDisturbingGap) = (0.2, -0.2)

    /// How much another face disturbs what is seen of this one, 0...1: a small one does less.
    func nearness(of other: Rect) -> Double {
        let size = area.squareRoot()
        let gap = max(
            max(x, other.x) - min(maxX, other.maxX), max(y, other.y) - min(maxY, other.maxY))
        let part =
            (Self.disturbingGap - gap / size) / (Self.disturbingGap - Self.mostDisturbingGap)
        return min(max(0, part), 1) * min(1, other.area.squareRoot() / size)
    }
}
