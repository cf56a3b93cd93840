// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

/// Takes the jitter out of one face's box, points and angles without lagging behind its motion.
struct FaceSmoother {
    /// In face sizes.
    private static let position = PredictiveFilter.Tuning(
        minimumCutoff: 0.55, noise: 0.04, surprise: 0.08)
    /// The same of a face that moves.
    private static let movingPosition = PredictiveFilter.Tuning(
        minimumCutoff: 6, noise: 0.02, surprise: 0.05)
    /// In face sizes; a size jitters more and changes less than a place.
    private static let extent = PredictiveFilter.Tuning(
        minimumCutoff: 0.6, noise: 0.06, surprise: 0.2)
    /// In standard errors of the angle.
    private static let angle = PredictiveFilter.Tuning(
        minimumCutoff: 0.9, noise: 1, surprise: 3)
    /// The same while the head turns: what is wrong with the other angles then depends on how far it has turned, so that
    /// to smooth it is to be late. What the network jumps by from one frame to the next is mostly within the noise.
    private static let turningAngle = PredictiveFilter.Tuning(
        minimumCutoff: 8, noise: 0.6, surprise: 1.2)
    /// Degrees a second of yaw up to which a head rests, and from which on it turns.
    private static let (restSpeed, turningSpeed) = (4.0, 12.0)
    /// Seconds in which it is forgotten to 1/e that a head turned.
    private static let turnSeconds = 0.5
    /// The standard error of an angle that comes without one, in degrees.
    private static let usualSigma = 6.0
    /// After so long without a look, seconds, the past says nothing of the present.
    private static let memorySeconds = 0.3

    private var x = PredictiveFilter(position, moving: movingPosition)
    private var y = PredictiveFilter(position, moving: movingPosition)
    private var width = PredictiveFilter(extent)
    private var height = PredictiveFilter(extent)
    private var roll = SmoothedAngle()
    private var yaw = SmoothedAngle()
    private var pitch = SmoothedAngle()
    /// How much the head turns, 0...1.
    private var turn = 0.0

    /// The detection made smooth; `seconds`, more than 0, have passed since the one before.
    mutating func smooth(_ face: DetectedFace, seconds: Double) -> DetectedFace {
        if seconds > FaceSmoother.memorySeconds { self = FaceSmoother() }
        var result = face
        result.bounds = smooth(face.bounds, seconds: seconds)
        result.landmarks = face.landmarks?.map { $0.moved(from: face.bounds, to: result.bounds) }
        result.mesh = face.mesh?.map {
            MetadataFaceObject.MeshPoint(
                position: $0.position.moved(from: face.bounds, to: result.bounds), depth: $0.depth)
        }
        result.yawAngle = yaw.smooth(face.yawAngle, sigma: face.yawSigma, seconds: seconds)
        let speed = (abs(yaw.speed) - Self.restSpeed) / (Self.turningSpeed - Self.restSpeed)
        // Where a head turns back it is slow for a moment.
        turn = max(min(max(speed, 0), 1), turn * exp(-seconds / Self.turnSeconds))
        result.rollAngle = roll.smooth(
            face.rollAngle, sigma: face.rollSigma, seconds: seconds, motion: turn)
        result.pitchAngle = pitch.smooth(
            face.pitchAngle, sigma: face.pitchSigma, seconds: seconds, motion: turn)
        // A head that turns back from the side seems to be there for a moment more.
        if let roll = result.rollAngle, let yaw = result.yawAngle,
            DetectedFace.isUnsure(roll: roll, yaw: yaw)
        {
            (result.rollAngle, result.rollSigma) = (nil, nil)
        }
        return result
    }

    private mutating func smooth(_ bounds: Rect, seconds: Double) -> Rect {
        let size = bounds.area.squareRoot()
        let centerX = x.filter(bounds.center.x, seconds: seconds, scale: size)
        let centerY = y.filter(bounds.center.y, seconds: seconds, scale: size)
        let newWidth = width.filter(bounds.width, seconds: seconds, scale: size)
        let newHeight = height.filter(bounds.height, seconds: seconds, scale: size)
        return Rect(
            x: centerX - newWidth / 2, y: centerY - newHeight / 2, width: newWidth,
            height: newHeight)
    }

    /// An angle that may be missing: what is missing stays missing.
    private struct SmoothedAngle {
        private var filter = PredictiveFilter(
            FaceSmoother.angle, moving: FaceSmoother.turningAngle)
        private var missingSeconds = 0.0

        /// Degrees a second.
        var speed: Double { filter.speed }

        mutating func smooth(
            _ angle: Double?, sigma: Double?, seconds: Double, motion: Double = 0
        ) -> Double? {
            missingSeconds += seconds
            guard let angle else { return nil }
            if missingSeconds > FaceSmoother.memorySeconds { filter.reset() }
            defer { missingSeconds = 0 }
            return filter.filterAngle(
                angle, seconds: missingSeconds, scale: sigma ?? FaceSmoother.usualSigma,
                motion: motion)
        }
    }
}

extension Point {
    /// The point that lies in `target` as this one does in `source`, which has an extent.
    fileprivate func moved(from source: Rect, to target: Rect) -> Point {
        Point(
            x: target.x + (x - source.x) * target.width / source.width,
            y: target.y + (y - source.y) * target.height / source.height)
    }
}
