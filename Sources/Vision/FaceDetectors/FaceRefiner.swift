// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues
import Glibc

/// Looks at found faces again, each turned upright, and reads points and angles there.
///
/// The network draws points towards those of an upright face, so a face is cut out turned by the
/// roll expected of it. What the network adds of its own cancels in the mean of both ``FaceCrops``.
/// Both crops of a face lie side by side in one input, so that who else is there changes nothing.
///
/// What the first pass was not sure of, and what looks like no face from nearby, is none: see
/// ``NetworkTraits/leastScore``.
struct FaceRefiner {
    /// With a turn off by more degrees than this it is worth looking once more.
    private static let maximumResidual = 3.0
    /// What a residual has to be multiplied by for the next turn: points lean towards those of an upright face. It was
    /// 1.3...2.2 at second looks at random drawn people, and at people of a video beside their meshes.
    private static let residualGain = 1.5
    /// A turn still off by more after the last pass tells nothing.
    private static let maximumFinalResidual = 12.0
    /// The network is less sure of faces that are turned further.
    private static let sideYaw = 55.0
    private static let maximumPassCount = 3
    /// Faces that are looked at by one call.
    private static let batchSize = 8
    /// Of a smaller face, in stored pixels, angles cannot be told.
    private static let smallestFace = 16.0
    /// Where the face mesh does not fit a larger face, it is seen from the side; it may be hard to see otherwise.
    private static let smallestProfile = 32.0

    private struct Look {
        let index: Int
        let turn: Double
        let pass: Int

        /// The look after this one, unless it was good enough.
        func next(residual: Double) -> Look? {
            guard abs(residual) > maximumResidual, pass < maximumPassCount else { return nil }
            return Look(index: index, turn: turn + residualGain * residual, pass: pass + 1)
        }
    }

    /// The network that looks.
    let network: FaceNetwork
    /// What differs from network to network.
    let traits: NetworkTraits
    /// Whether the faces are those that the face mesh does not fit.
    let areLeftByMesh: Bool

    /// The same faces, those of some indices with better points and with angles, or left out; where that fails a face
    /// keeps its points and has no angles.
    func refine(
        _ faces: [DetectedFace], only indices: [Int], in image: PixelBuffer,
        hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> [DetectedFace] {
        var result = faces
        var looks: [Look] = []
        var scores = Array(repeating: 1.0, count: faces.count)
        for index in indices {
            let isDoubtful = isDoubtful(faces[index], hints: hints)
            guard isDoubtful || hasAngles(faces[index]),
                let turn = try turn(of: faces[index], in: image, hints: hints)
            else { continue }
            if isDoubtful { scores[index] = 0 }
            looks.append(Look(index: index, turn: turn, pass: 1))
        }
        while !looks.isEmpty {
            let batch = looks.prefix(Self.batchSize)
            looks.removeFirst(batch.count)
            let pairs = batch.map {
                FaceCrops(box: faces[$0.index].bounds, turn: $0.turn, scale: traits.cropScale)
            }
            let found = try network.lookAgain(at: pairs.flatMap(\.crops), of: image)
            for (number, look) in batch.enumerated() {
                let (first, second) = (found[2 * number], found[2 * number + 1])
                scores[look.index] = max(
                    scores[look.index], first?.score ?? 0, second?.score ?? 0)
                guard let first, let second,
                    let pose = FacePose(first, second, model: traits.poseModel)
                else { continue }
                if let next = look.next(residual: pose.roll) {
                    looks.append(next)
                } else if hasAngles(faces[look.index]) {
                    write(
                        pose, turn: look.turn, score: (first.score + second.score) / 2,
                        points: pairs[number].storedPoints(first.landmarks, second.landmarks),
                        to: &result[look.index])
                }
            }
        }
        return zip(result, scores).filter { $1 >= leastScore(of: $0) }.map(\.0)
    }

    /// Writes what the last looks at a face say into it, unless it is still turned, or looks unlike a face although it is
    /// said to look ahead.
    private func write(
        _ pose: FacePose, turn: Double, score: Double, points: FaceLandmarks,
        to face: inout DetectedFace
    ) {
        guard abs(pose.roll) <= Self.maximumFinalResidual,
            score >= traits.leastFrontalScore || abs(pose.yaw ?? .infinity) >= Self.sideYaw
        else { return }
        face.landmarks = points
        pose.write(turn: turn, model: traits.poseModel, to: &face)
    }

    /// Whether a face is large enough to tell its angles, and no profile: its points tell 65 degrees of any yaw from 60
    /// to 110.
    private func hasAngles(_ face: DetectedFace) -> Bool {
        face.bounds.longerSide >= Self.smallestFace
            && !(areLeftByMesh && face.bounds.longerSide >= Self.smallestProfile)
    }

    /// Whether what was found may be no face: nobody was seen there before, and the first pass is not sure.
    private func isDoubtful(_ face: DetectedFace, hints: [DetectedFace.Hint]) -> Bool {
        face.confidence < traits.sureScore && FaceFollower.hint(about: face, in: hints) == nil
    }

    /// What a doubtful face has to be scored from nearby.
    private func leastScore(of face: DetectedFace) -> Double {
        areLeftByMesh && face.bounds.longerSide >= MeshRefiner.smallestClearFace
            ? traits.leastScoreWithoutMesh : traits.leastScore
    }

    /// By how much to turn a face first; `nil` where that is not seen.
    private func turn(
        of face: DetectedFace, in image: PixelBuffer, hints: [DetectedFace.Hint]
    ) throws(FacecapError) -> Double? {
        guard let points = face.landmarks else { return nil }
        let seen = Self.turnOfPoints(points, gain: traits.pointsGain)
        let known = FaceFollower.hint(
            about: face, in: hints.filter { $0.finiteRollAngle != nil })?.finiteRollAngle
        // Only the quarter turn, and only where this image shows it: a roll that was read from a crop of its own leans
        // towards it, ever further.
        let quarters = known.map { (Angle.difference(from: seen, to: $0) / 90).rounded() } ?? 0
        guard quarters != 0 else { return seen }
        return try surerTurn(seen, seen + 90 * quarters, of: face.bounds, in: image)
    }

    /// That of two turns after which the network is surer to see a face: one that stands upright.
    private func surerTurn(
        _ first: Double, _ second: Double, of box: Rect, in image: PixelBuffer
    ) throws(FacecapError) -> Double {
        let crops = [first, second].flatMap {
            FaceCrops(box: box, turn: $0, scale: traits.cropScale).crops
        }
        let scores = try network.lookAgain(at: crops, of: image).map { $0?.score ?? 0 }
        return scores[0] + scores[1] >= scores[2] + scores[3] ? first : second
    }

    /// The turn that the points of the first pass suggest: the quarter turn as seen, the rest
    /// multiplied, since networks see it too flat or too steep.
    ///
    /// It is the direction of the line from eye to eye and of the one across the line from eyes to
    /// mouth, the longer one counting more: in a profile the eyes are close together.
    static func turnOfPoints(_ points: FaceLandmarks, gain: Double) -> Double {
        let (a, b, c, d) =
            (points.leftEye, points.rightEye, points.leftMouth, points.rightMouth)
        let across = Point(x: b.x - a.x, y: b.y - a.y)
        let down = Point(x: (c.x + d.x - a.x - b.x) / 2, y: (c.y + d.y - a.y - b.y) / 2)
        let seen = atan2(across.y - down.x, across.x + down.y) * 180 / .pi
        let quarter = (seen / 90).rounded() * 90
        return quarter + gain * (seen - quarter)
    }
}
