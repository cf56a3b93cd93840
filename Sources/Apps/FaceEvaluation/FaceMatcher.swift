// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Pairs the faces of frame after frame with true ones: a true face keeps the id it was matched with as long as the
/// two overlap (CLEAR MOT: Bernardin and Stiefelhagen, 2008); the rest is paired by falling overlap.
struct FaceMatcher {
    typealias Pair = (face: MetadataFaceObject, truth: TruthFace)
    /// The faces of a frame that found a true one, those that found none, and the people whose id changed.
    typealias Result = (
        pairs: [Pair], falsePositives: [MetadataFaceObject], changed: [String]
    )

    private let configuration: EvaluationAccumulator.Configuration
    private let comparesIdentities: Bool
    /// The id each person was last matched with.
    private var lastMatch: [String: Int] = [:]
    /// Times that the id of a person changed.
    private(set) var switchCount = 0

    init(_ configuration: EvaluationAccumulator.Configuration, comparesIdentities: Bool) {
        self.configuration = configuration
        self.comparesIdentities = comparesIdentities
    }

    /// Lets a person who was away come back under any id.
    mutating func forget(_ identity: String) { lastMatch[identity] = nil }

    /// Pairs faces with true ones that must be found, and leaves out those that match others.
    mutating func match(
        _ faces: [MetadataFaceObject], expected: [TruthFace], others: [TruthFace]
    ) -> Result {
        var rest = faces
        let pairs = take(&rest, with: expected)
        let changed = comparesIdentities ? pairs.filter { note($0) }.map(\.truth.identity) : []
        switchCount += changed.count
        _ = take(&rest, with: others)
        return (pairs, rest, changed)
    }

    /// Notes whose face it is; whether the person had another id before.
    private mutating func note(_ pair: Pair) -> Bool {
        let last = lastMatch.updateValue(pair.face.faceID, forKey: pair.truth.identity)
        return last.map { $0 != pair.face.faceID } ?? false
    }

    /// Takes faces that found a partner out of `faces`.
    private func take(_ faces: inout [MetadataFaceObject], with truth: [TruthFace]) -> [Pair] {
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
