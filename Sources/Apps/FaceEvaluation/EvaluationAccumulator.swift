// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Compares the faces of frame after frame with the truth.
///
/// Only `observed` faces count, but for ``EvaluationReport/shown``: predicted and held ones claim no evidence. A true
/// face must be found when enough of it is visible; other true faces are "don't care": a face that matches one is
/// neither a hit nor a false positive.
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
    private var observedMatcher: FaceMatcher
    private var shownMatcher: FaceMatcher
    /// The ids that people of the truth got.
    private var faceIDs: Set<Int> = []
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
        sums.minimumOverlap = configuration.minimumOverlap
        self.comparesIdentities = comparesIdentities
        self.configuration = configuration
        observedMatcher = FaceMatcher(configuration, comparesIdentities: comparesIdentities)
        shownMatcher = observedMatcher
    }

    /// Enters one frame: the faces found, in pixels of the image, and the true ones. Frames come
    /// in the order of the video, also those without faces.
    @discardableResult
    package mutating func add(
        _ faces: [MetadataFaceObject], truth: [TruthFace]
    ) -> FrameComparison {
        let frame = sums.frameCount
        sums.frameCount += 1
        let expected = truth.filter(mustBeFound)
        let others = truth.filter { !mustBeFound($0) }
        forgetAbsentPeople(truth, frame: frame)

        let shown = shownMatcher.match(faces, expected: expected, others: others)
        sums.shown.enter(shown, of: expected)
        let found = faces.filter { $0.state == .observed }
        let observed = observedMatcher.match(found, expected: expected, others: others)
        sums.observed.enter(observed, of: expected)
        for pair in observed.pairs { enter(pair, frame: frame) }
        let comparison = FrameComparison(observed, of: expected)
        guard comparesIdentities else { return comparison }
        faceIDs.formUnion(observed.pairs.map(\.face.faceID))
        identities.formUnion(expected.map(\.identity))
        sums.identities.add(observed.pairs.map(\.face) + observed.falsePositives, people: expected)
        return comparison
    }

    /// The figures so far.
    package var report: EvaluationReport {
        var report = sums
        report.switchCount = observedMatcher.switchCount
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
                observedMatcher.forget(face.identity)
                shownMatcher.forget(face.identity)
            }
            lastFrame[face.identity] = frame
        }
    }

    private mutating func enter(_ pair: FaceMatcher.Pair, frame: Int) {
        let (face, truth) = pair
        sums.overlapSum += face.bounds.intersectionOverUnion(truth.bounds)
        if comparesIdentities { sums.motion.add(face, truth: truth, frame: frame) }
        sums.bySize.add(truth.bounds.height) { $0.add(face, truth: truth) }
        if let yaw = truth.yawAngle {
            sums.byYaw.add(abs(yaw)) { $0.add(face, truth: truth) }
        }
        if isWithinAngles(truth) { sums.pose.add(face, truth: truth) }
    }

    private func isWithinAngles(_ face: TruthFace) -> Bool {
        abs(face.rollAngle ?? 0) <= configuration.maximumRoll
            && abs(face.yawAngle ?? 0) <= configuration.maximumYaw
            && abs(face.pitchAngle ?? 0) <= configuration.maximumPitch
    }
}

extension DetectionCounts {
    /// Enters the faces of a frame.
    fileprivate mutating func enter(
        _ match: FaceMatcher.Result, of expected: [TruthFace]
    ) {
        expectedCount += expected.count
        hitCount += match.pairs.count
        falsePositiveCount += match.falsePositives.count
    }
}

extension FrameComparison {
    /// What became of the faces that had to be found.
    fileprivate init(_ result: FaceMatcher.Result, of expected: [TruthFace]) {
        let matches = result.pairs.map { Match(face: $0.face, truth: $0.truth) }
        self.init(
            matches: matches,
            missed: expected.filter { face in
                !matches.contains { $0.truth.identity == face.identity }
            },
            falsePositives: result.falsePositives,
            changed: matches.filter { result.changed.contains($0.truth.identity) })
    }
}
