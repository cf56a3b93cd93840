internal import CFaceDetectors
internal import CaptureSamples
internal import FaceValues
import Glibc

/// Looks at found faces again, each turned upright, and reads points and angles there.
///
/// The network draws points towards those of an upright face, so a face is cut out turned by the
/// roll expected of it. What the network adds of its own cancels in the mean of both ``FaceCrops``.
/// The crops of several faces lie side by side in one input.
struct FaceRefiner {
    /// Without a hint the line of the eyes is the start; it is seen too flat.
    private static let eyeLineGain = 1.5
    /// With a turn off by more degrees than this it is worth looking once more.
    private static let largestResidual = 8.0
    private static let largestPassCount = 3
    /// Faces a pass, which bounds the input.
    private static let batchSize = 8
    /// Of a smaller face, in stored pixels, angles cannot be told.
    private static let smallestFace = 16.0
    /// From here on a hint is about the same face.
    private static let hintOverlap = 0.3

    private struct Look {
        let index: Int
        let turn: Double
        let pass: Int
    }

    /// The network that looks.
    let network: YuNetNetwork

    /// The same faces with better points and with angles; where that fails a face keeps its points
    /// and has no angles.
    func refine(
        _ faces: [DetectedFace], in picture: PixelBuffer, hints: [FaceHint]
    ) throws(FacecapError) -> [DetectedFace] {
        var result = faces
        var looks = faces.indices.compactMap { index in
            Self.firstTurn(of: faces[index], hints: hints).map {
                Look(index: index, turn: $0, pass: 1)
            }
        }
        while !looks.isEmpty {
            let batch = looks.prefix(Self.batchSize)
            looks.removeFirst(batch.count)
            let pairs = batch.map { FaceCrops(box: faces[$0.index].bounds, turn: $0.turn) }
            let points = try network.lookAgain(at: pairs.flatMap(\.crops), of: picture)
            for (number, look) in batch.enumerated() {
                guard let first = points[2 * number], let second = points[2 * number + 1],
                    let pose = FacePose(first, second)
                else { continue }
                if abs(pose.roll) > Self.largestResidual, look.pass < Self.largestPassCount {
                    looks.append(
                        Look(index: look.index, turn: look.turn + pose.roll, pass: look.pass + 1))
                    continue
                }
                result[look.index].landmarks = pairs[number].storedPoints(first, second)
                result[look.index].rollAngle = Angle.normalized(look.turn + pose.roll)
                result[look.index].yawAngle = pose.yaw
                result[look.index].pitchAngle = pose.pitch
            }
        }
        return result
    }

    /// The turn to look at a face with; `nil` where looking again makes no sense.
    private static func firstTurn(of face: DetectedFace, hints: [FaceHint]) -> Double? {
        guard max(face.bounds.width, face.bounds.height) >= smallestFace,
            let points = face.landmarks
        else { return nil }
        var turn: Double?
        var best = hintOverlap
        for hint in hints {
            let overlap = hint.bounds.intersectionOverUnion(face.bounds)
            guard overlap > best, let roll = hint.rollAngle, roll.isFinite else { continue }
            best = overlap
            turn = roll
        }
        return turn ?? eyeLineTurn(points)
    }

    /// The turn that the points suggest: the quarter turn as seen, the rest amplified.
    private static func eyeLineTurn(_ points: FaceLandmarks) -> Double {
        let seen =
            atan2(points.rightEye.y - points.leftEye.y, points.rightEye.x - points.leftEye.x)
            * 180 / .pi
        let quarter = (seen / 90).rounded() * 90
        return quarter + eyeLineGain * (seen - quarter)
    }
}
