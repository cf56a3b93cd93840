package import FaceValues

/// Compares the faces of frame after frame with the truth.
///
/// Only `observed` faces count: predicted and held ones claim no evidence. A true face must be found
/// when enough of it is visible; other true faces are "don't care": a face that matches one is
/// neither a hit nor a false positive. A true face keeps the id it was matched with as long as the
/// two overlap (CLEAR MOT: Bernardin and Stiefelhagen, 2008); the rest is paired by falling overlap.
package struct EvaluationAccumulator: Sendable {
    /// What counts as found and what must be found.
    package struct Configuration: Sendable, Hashable {
        /// Least intersection over union of a face and its truth.
        package var minimumOverlap = 0.4
        /// A face must be found when this part of it, or more, is inside the image, ...
        package var minimumVisibleShare = 0.9
        /// ... and this part of it, or less, is behind something else.
        package var maximumOccludedShare = 0.3
        /// Angles are compared of faces turned no further than this, in degrees either way, ...
        package var maximumRoll = 40.0
        /// ... this ...
        package var maximumYaw = 45.0
        /// ... and this.
        package var maximumPitch = 20.0
        /// A face not in the truth for so many frames may come back under a new id.
        package var maximumAbsence = 50

        /// The defaults.
        package init() {}
    }

    private let configuration: Configuration
    private let comparesIdentities: Bool
    private var sums: EvaluationReport
    private var faceIDs: Set<Int> = []
    /// The id each person was last matched with.
    private var lastMatch: [String: Int] = [:]
    /// The frame each person was last in.
    private var lastFrame: [String: Int] = [:]
    private var identities: Set<String> = []

    /// A comparison of one video or one folder. For separate images, which know no ids,
    /// `comparesIdentities` is `false`.
    package init(
        title: String, comparesIdentities: Bool = true,
        configuration: Configuration = Configuration()
    ) {
        sums = EvaluationReport(title: title)
        self.comparesIdentities = comparesIdentities
        self.configuration = configuration
    }

    /// Enters one frame: the faces found, in pixels of the image, and the true ones. Frames come
    /// in the order of the video, also those without faces.
    package mutating func add(_ faces: [MetadataFaceObject], truth: [TruthFace]) {
        let frame = sums.frameCount
        sums.frameCount += 1
        var found = faces.filter { $0.state == .observed }
        if comparesIdentities { faceIDs.formUnion(found.map(\.faceID)) }

        let expected = truth.filter(mustBeFound)
        sums.expectedCount += expected.count
        if comparesIdentities { identities.formUnion(expected.map(\.identity)) }
        forgetAbsentPeople(truth, frame: frame)
        for pair in match(&found, with: expected) { enter(pair.face, pair.truth) }

        let others = truth.filter { !mustBeFound($0) }
        _ = match(&found, with: others)
        sums.falsePositiveCount += found.count
    }

    /// The figures so far.
    package var report: EvaluationReport {
        var report = sums
        report.identityCount = identities.count
        report.faceIDCount = faceIDs.count
        return report
    }

    private func mustBeFound(_ face: TruthFace) -> Bool {
        face.visibleShare >= configuration.minimumVisibleShare
            && face.occludedShare <= configuration.maximumOccludedShare
    }

    private mutating func forgetAbsentPeople(_ truth: [TruthFace], frame: Int) {
        for face in truth {
            if let last = lastFrame[face.identity], frame - last > configuration.maximumAbsence {
                lastMatch[face.identity] = nil
            }
            lastFrame[face.identity] = frame
        }
    }

    /// Pairs faces with true ones and takes those that found a partner out of `faces`.
    private func match(
        _ faces: inout [MetadataFaceObject], with truth: [TruthFace]
    ) -> [(face: MetadataFaceObject, truth: TruthFace)] {
        var candidates: [Candidate] = []
        for (faceIndex, face) in faces.enumerated() {
            for (truthIndex, target) in truth.enumerated() {
                let overlap = face.bounds.intersectionOverUnion(target.bounds)
                guard overlap >= configuration.minimumOverlap else { continue }
                let isKept =
                    comparesIdentities && lastMatch[target.identity] == face.faceID
                candidates.append(
                    Candidate(
                        face: faceIndex, truth: truthIndex, overlap: overlap, isKept: isKept))
            }
        }
        candidates.sort(by: >)
        var pairs: [Candidate] = []
        for candidate in candidates where !pairs.contains(where: candidate.excludes) {
            pairs.append(candidate)
        }
        let result = pairs.map { (faces[$0.face], truth[$0.truth]) }
        for index in pairs.map(\.face).sorted(by: >) { faces.remove(at: index) }
        return result
    }

    private mutating func enter(_ face: MetadataFaceObject, _ truth: TruthFace) {
        sums.hitCount += 1
        sums.overlapSum += face.bounds.intersectionOverUnion(truth.bounds)
        if comparesIdentities {
            if let last = lastMatch[truth.identity], last != face.faceID {
                sums.switchCount += 1
            }
            lastMatch[truth.identity] = face.faceID
        }
        guard isWithinAngles(truth) else { return }
        if let angle = truth.rollAngle { sums.roll.add(difference(face.rollAngle, angle)) }
        if let angle = truth.yawAngle { sums.yaw.add(difference(face.yawAngle, angle)) }
        if let angle = truth.pitchAngle { sums.pitch.add(difference(face.pitchAngle, angle)) }
    }

    /// The short way from the true angle to the measured one.
    private func difference(_ measured: Double?, _ truth: Double) -> Double? {
        measured.map { Angle.difference(from: truth, to: $0) }
    }

    private func isWithinAngles(_ face: TruthFace) -> Bool {
        abs(face.rollAngle ?? 0) <= configuration.maximumRoll
            && abs(face.yawAngle ?? 0) <= configuration.maximumYaw
            && abs(face.pitchAngle ?? 0) <= configuration.maximumPitch
    }

    /// A face and a true face that may be the same.
    private struct Candidate: Comparable {
        let face: Int
        let truth: Int
        let overlap: Double
        /// Whether they were the same before.
        let isKept: Bool

        func excludes(_ other: Candidate) -> Bool { face == other.face || truth == other.truth }

        static func < (left: Candidate, right: Candidate) -> Bool {
            left.isKept == right.isKept ? left.overlap < right.overlap : right.isKept
        }
    }
}
