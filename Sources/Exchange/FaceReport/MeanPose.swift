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

    private var rolls = MeanDirection()
    private var yaws = MeanNumber()
    private var pitches = MeanNumber()
    private var confidences = MeanNumber()

    /// Adds a face of a frame; one that was not seen tells nothing new.
    mutating func add(_ face: MetadataFaceObject) {
        guard face.state == .observed else { return }
        rolls.add(face.rollAngle)
        yaws.add(face.yawAngle)
        pitches.add(face.pitchAngle)
        confidences.add(face.confidence)
    }

    /// Degrees, on the short way around; `nil` where no frame tells.
    var roll: Mean? { rolls.mean }
    /// Degrees; `nil` where no frame tells.
    var yaw: Mean? { yaws.mean }
    /// Degrees; `nil` where no frame tells.
    var pitch: Mean? { pitches.mean }
    /// 0...1; `nil` where no frame tells.
    var confidence: Mean? { confidences.mean }
}

private struct MeanNumber {
    private var sum = 0.0
    private var count = 0

    mutating func add(_ number: Double?) {
        guard let number, number.isFinite else { return }
        sum += number
        count += 1
    }

    var mean: MeanPose.Mean? {
        count > 0 ? MeanPose.Mean(value: sum / Double(count), frameCount: count) : nil
    }
}

/// The direction in the middle of directions, which have no ends: that of the sum of their unit vectors.
private struct MeanDirection {
    private var cosine = MeanNumber()
    private var sine = MeanNumber()

    mutating func add(_ degrees: Double?) {
        guard let degrees else { return }
        cosine.add(cos(degrees * .pi / 180))
        sine.add(sin(degrees * .pi / 180))
    }

    var mean: MeanPose.Mean? {
        guard let cosine = cosine.mean, let sine = sine.mean else { return nil }
        return MeanPose.Mean(
            value: atan2(sine.value, cosine.value) * 180 / .pi, frameCount: cosine.frameCount)
    }
}
