// SPDX-License-Identifier: Apache-2.0
internal import FaceTracking
internal import FaceValues

/// How well ids agree with people over a whole video.
///
/// IDF1: Ristani et al., "Performance measures and a data set for multi-target, multi-camera tracking", 2016. HOTA:
/// Luiten et al., "HOTA: a higher order metric for evaluating multi-object tracking", 2021.
struct IdentityScore: Sendable, Hashable {
    /// A person and an id that may belong together.
    private struct Pair: Hashable {
        let person: Int
        let id: Int
    }

    /// A face and a true face of one frame that overlap.
    private struct Overlap: Hashable {
        let pair: Pair
        let share: Double
    }

    private var people: [String: Int] = [:]
    private var ids: [Int: Int] = [:]
    private var personCounts: [Int] = []
    private var idCounts: [Int] = []
    private var frames: [[Overlap]] = []

    /// Enters the faces of a frame that count, and the people who must be found in it.
    mutating func add(_ faces: [MetadataFaceObject], people expected: [TruthFace]) {
        let rows = expected.map { Self.index(of: $0.identity, in: &people, &personCounts) }
        let columns = faces.map { Self.index(of: $0.faceID, in: &ids, &idCounts) }
        var overlaps: [Overlap] = []
        for (row, person) in zip(rows, expected) {
            for (column, face) in zip(columns, faces) {
                let share = face.bounds.intersectionOverUnion(person.bounds)
                guard share > 0 else { continue }
                overlaps.append(Overlap(pair: Pair(person: row, id: column), share: share))
            }
        }
        if !overlaps.isEmpty { frames.append(overlaps) }
    }

    private static func index<Key: Hashable>(
        of key: Key, in indices: inout [Key: Int], _ counts: inout [Int]
    ) -> Int {
        if let index = indices[key] {
            counts[index] += 1
            return index
        }
        indices[key] = counts.count
        counts.append(1)
        return counts.count - 1
    }

    /// Adds the faces of another one, whose people and ids are different ones.
    static func += (left: inout IdentityScore, right: IdentityScore) {
        let (people, ids) = (left.personCounts.count, left.idCounts.count)
        left.personCounts += right.personCounts
        left.idCounts += right.idCounts
        left.frames += right.frames.map { frame in
            frame.map { overlap in
                let pair = Pair(person: overlap.pair.person + people, id: overlap.pair.id + ids)
                return Overlap(pair: pair, share: overlap.share)
            }
        }
    }

    private var total: Int { (personCounts + idCounts).reduce(0, +) }

    /// The part of all that was expected or told that the one best assignment of ids to people explains, 0...1,
    /// where faces overlap by `minimumOverlap`; `nil` where there were neither people nor ids.
    func idF1(minimumOverlap: Double) -> Double? {
        guard total > 0 else { return nil }
        let together = Self.counts(frames.joined().filter { $0.share >= minimumOverlap })
        let pairs = Self.assignment(rows: personCounts.count, columns: idCounts.count) {
            Double(together[Pair(person: $0, id: $1)] ?? 0)
        }
        let explained = pairs.reduce(0) { $0 + (together[Pair(person: $1.0, id: $1.1)] ?? 0) }
        return 2 * Double(explained) / Double(total)
    }

    /// How often a person and an id were told together.
    private static func counts(_ overlaps: [Overlap]) -> [Pair: Int] {
        overlaps.reduce(into: [:]) { $0[$1.pair, default: 0] += 1 }
    }

    /// The geometric mean of how well faces are found and how well they are kept together, over all overlaps from 5
    /// to 95 %, 0...1; `nil` where there were neither people nor ids.
    var hota: Double? {
        guard total > 0 else { return nil }
        let matches = matches
        let thresholds = (1...19).map { Double($0) / 20 }
        let scores = thresholds.map { threshold in
            // As exact as the reference, which lets a rounding error pass.
            score(matches.filter { $0.share >= threshold - .ulpOfOne })
        }
        return scores.reduce(0, +) / Double(scores.count)
    }

    private func score(_ matches: [Overlap]) -> Double {
        guard !matches.isEmpty else { return 0 }
        let found = Double(matches.count)
        let detection = found / (Double(total) - found)
        let association = Self.counts(matches).reduce(0.0) { sum, entry in
            let (pair, count) = entry
            let all = personCounts[pair.person] + idCounts[pair.id] - count
            return sum + Double(count) * Double(count) / Double(all)
        }
        return (detection * association / found).squareRoot()
    }

    /// One partner for each face of each frame: those that go together best over the whole video.
    private var matches: [Overlap] {
        var potential: [Pair: Double] = [:]
        for frame in frames {
            var (rows, columns): ([Int: Double], [Int: Double]) = ([:], [:])
            for overlap in frame {
                rows[overlap.pair.person, default: 0] += overlap.share
                columns[overlap.pair.id, default: 0] += overlap.share
            }
            for overlap in frame {
                let (row, column) = (rows[overlap.pair.person] ?? 0, columns[overlap.pair.id] ?? 0)
                potential[overlap.pair, default: 0] +=
                    overlap.share / (row + column - overlap.share)
            }
        }
        func gain(_ overlap: Overlap) -> Double {
            let share = potential[overlap.pair] ?? 0
            let all = Double(personCounts[overlap.pair.person] + idCounts[overlap.pair.id])
            return share / (all - share) * overlap.share
        }
        return frames.flatMap { frame in
            let rows = Set(frame.map(\.pair.person)).sorted()
            let columns = Set(frame.map(\.pair.id)).sorted()
            let overlaps = Dictionary(frame.map { ($0.pair, $0) }, uniquingKeysWith: { $1 })
            let pairs = Self.assignment(rows: rows.count, columns: columns.count) {
                overlaps[Pair(person: rows[$0], id: columns[$1])].map(gain) ?? 0
            }
            return pairs.compactMap { overlaps[Pair(person: rows[$0.0], id: columns[$0.1])] }
        }
    }

    /// The pairs of rows and columns with the greatest sum of gains.
    private static func assignment(
        rows: Int, columns: Int, gain: (Int, Int) -> Double
    ) -> [(Int, Int)] {
        guard rows > 0, columns > 0 else { return [] }
        var costs: [Double] = []
        for row in 0..<rows {
            for column in 0..<columns { costs.append(-gain(row, column)) }
        }
        var assignment = LinearAssignment()
        assignment.solve(costs, rows: rows, columns: columns)
        return assignment.columnOfRow.enumerated().compactMap { row, column in
            column.map { (row, $0) }
        }
    }
}
