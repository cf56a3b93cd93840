// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc

/// The mean angles and confidence of a face, of the frames in which it was seen.
struct MeanPose: Sendable {
    /// A mean, and on how many frames it rests.
    struct Mean: Hashable {
        let value: Double
        let frameCount: Int
    }

    private var rolls = MeanAngle()
    private var yaws = MeanAngle()
    private var pitches = MeanAngle()
    private var confidenceSum = 0.0
    private var count = 0

    /// Adds a face of a frame; one that was not seen tells nothing new.
    mutating func add(_ face: MetadataFaceObject) {
        guard face.state == .observed else { return }
        rolls.add(face.rollAngle)
        yaws.add(face.yawAngle)
        pitches.add(face.pitchAngle)
        guard face.confidence.isFinite else { return }
        confidenceSum += face.confidence
        count += 1
    }

    /// Degrees; `nil` where no frame tells.
    var roll: Mean? { rolls.mean }
    var yaw: Mean? { yaws.mean }
    var pitch: Mean? { pitches.mean }
    /// 0...1; `nil` where no frame tells.
    var confidence: Mean? {
        count > 0 ? Mean(value: confidenceSum / Double(count), frameCount: count) : nil
    }
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

    var mean: MeanPose.Mean? {
        guard count > 0 else { return nil }
        return MeanPose.Mean(value: atan2(sine, cosine) * 180 / .pi, frameCount: count)
    }
}
