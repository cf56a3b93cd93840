internal import FaceValues
import Glibc

/// The mean angles and confidence of a face.
struct MeanPose: Sendable {
    private var roll = MeanAngle()
    private var yaw = MeanAngle()
    private var pitch = MeanAngle()
    private var confidenceSum = 0.0
    private var count = 0

    /// Adds a face of a frame.
    mutating func add(_ face: FaceObject) {
        roll.add(face.rollAngle)
        yaw.add(face.yawAngle)
        pitch.add(face.pitchAngle)
        guard face.confidence.isFinite else { return }
        confidenceSum += face.confidence
        count += 1
    }

    /// Degrees; `nil` where no frame tells.
    var rollAngle: Double? { roll.degrees }
    var yawAngle: Double? { yaw.degrees }
    var pitchAngle: Double? { pitch.degrees }
    var confidence: Double? { count > 0 ? confidenceSum / Double(count) : nil }
}

/// The direction in the middle of directions: that of the sum of their unit vectors.
private struct MeanAngle {
    private var cosine = 0.0
    private var sine = 0.0
    private var count = 0

    mutating func add(_ degrees: Double?) {
        guard let degrees, degrees.isFinite else { return }
        cosine += cos(degrees * .pi / 180)
        sine += sin(degrees * .pi / 180)
        count += 1
    }

    var degrees: Double? {
        count > 0 ? atan2(sine, cosine) * 180 / .pi : nil
    }
}
