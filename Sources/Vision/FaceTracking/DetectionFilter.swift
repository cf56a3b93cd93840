// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Lets through what can be a face: sane numbers, one detection a face, not too many.
struct DetectionFilter {
    /// Two detections that overlap more, intersection over union, are one face.
    private static let sameFaceOverlap = 0.5
    /// Places and extents beyond, in pixels, are noise.
    private static let maximumCoordinate = 1e6
    /// Boxes thinner or flatter, in pixels, are noise.
    private static let minimumExtent = 1.0

    let maximumCount: Int

    /// The detections that can be faces, the surest first, in a frame of a size; and whether there are more of them
    /// than ``maximumCount``.
    func filter(
        _ faces: [DetectedFace], imageSize: Size
    ) -> (faces: [DetectedFace], leavesOutFaces: Bool) {
        var candidates = faces.filter { isSane($0, imageSize: imageSize) }
        // Equal confidences keep the detector's order: `sort` is stable.
        candidates.sort { $0.confidence > $1.confidence }
        var result: [DetectedFace] = []
        result.reserveCapacity(min(candidates.count, maximumCount))
        for face in candidates
        where !result.contains(where: {
            $0.bounds.intersectionOverUnion(face.bounds) > DetectionFilter.sameFaceOverlap
        }) {
            guard result.count < maximumCount else { return (result, true) }
            result.append(DetectionFilter.withoutWildNumbers(face))
        }
        return (result, false)
    }

    private func isSane(_ face: DetectedFace, imageSize: Size) -> Bool {
        let bounds = face.bounds
        let limit = DetectionFilter.maximumCoordinate
        let smallest = DetectionFilter.minimumExtent
        // Comparisons with a NaN are false.
        guard abs(bounds.x) <= limit, abs(bounds.y) <= limit,
            (smallest...limit).contains(bounds.width),
            (smallest...limit).contains(bounds.height),
            face.confidence >= 0
        else { return false }
        return !bounds.intersection(Rect(size: imageSize)).isEmpty
    }

    private static func withoutWildNumbers(_ face: DetectedFace) -> DetectedFace {
        var result = face
        result.confidence = min(1, face.confidence)
        result.rollAngle = face.rollAngle.flatMap { $0.isFinite ? Angle.normalized($0) : nil }
        result.yawAngle = face.yawAngle.flatMap { $0.isFinite ? Angle.normalized($0) : nil }
        result.pitchAngle = face.pitchAngle.flatMap { $0.isFinite ? Angle.normalized($0) : nil }
        result.rollSigma = face.rollSigma.flatMap(Self.sigma)
        result.yawSigma = face.yawSigma.flatMap(Self.sigma)
        result.pitchSigma = face.pitchSigma.flatMap(Self.sigma)
        if let mesh = face.mesh,
            !mesh.allSatisfy({
                $0.position.x.isFinite && $0.position.y.isFinite && $0.depth.isFinite
            })
        {
            result.mesh = nil
        }
        if let openings = face.openings,
            ![openings.leftEye, openings.rightEye, openings.mouth].allSatisfy({ $0 >= 0 })
        {
            result.openings = nil
        }
        if let landmarks = face.landmarks,
            !landmarks.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
        {
            result.landmarks = nil
        }
        return result
    }

    /// A standard error of an angle, where it says something; beyond a half turn the angle may be any.
    private static func sigma(_ degrees: Double) -> Double? {
        degrees > 0 ? min(degrees, 180) : nil
    }
}
