// SPDX-License-Identifier: Apache-2.0
internal import FaceTracking
internal import FaceValues

/// How well ids agree with people over a whole video.
///
/// IDF1: Ristani et al., "Performance measures and a data set for multi-target, multi-camera tracking", 2016. HOTA:
/// Luiten et al., "HOTA: a higher order metric for evaluating multi-object tracking", 2021.
struct IdentityScore: Sendable, Hashable {
    /// A face and a true face of one frame that overlap.
    private struct Overlap: Hashable {
        let person: Int
        let id: Int
        let share: Double
    }

    /// How often a person and an id were told, alone or together.
    private struct Cell: Hashable {
        let person: Int
        let id: Int
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
                if share > 0 { overlaps.append(Overlap(person: row, id: column, share: share)) }
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

    /// The faces of both, whose people and ids are different ones.
    static func + (left: IdentityScore, right: IdentityScore) -> IdentityScore {
        var sum = left
        let (people, ids) = (left.personCounts.count, left.idCounts.count)
        sum.personCounts += right.personCounts
        sum.idCounts += right.idCounts
        sum.frames += right.frames.map { frame in
            frame.map {
                Overlap(person: $0.person + people, id: $0.id + ids, share: $0.share)
            }
        }
        return sum
    }

    private var total: Int { (personCounts + idCounts).reduce(0, +) }

    /// The part of all that was expected or told that the one best assignment of ids to people explains, 0...1,
    /// where faces overlap by `minimumOverlap`; `nil` where there were neither people nor ids.
    func idF1(minimumOverlap: Double) -> Double? {
        guard total > 0 else { return nil }
        var together: [Cell: Int] = [:]
        for overlap in frames.joined() where overlap.share >= minimumOverlap {
            together[Cell(person: overlap.person, id: overlap.id), default: 0] += 1
        }
        let pairs = Self.assignment(rows: personCounts.count, columns: idCounts.count) {
            Double(together[Cell(person: $0, id: $1)] ?? 0)
        }
        let explained = pairs.reduce(0) { $0 + (together[Cell(person: $1.0, id: $1.1)] ?? 0) }
        return 2 * Double(explained) / Double(total)
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
        var together: [Cell: Int] = [:]
        for match in matches { together[Cell(person: match.person, id: match.id), default: 0] += 1 }
        let found = Double(matches.count)
        let detection = found / (Double(total) - found)
        let association = together.reduce(0.0) { sum, entry in
            let (cell, count) = entry
            let all = personCounts[cell.person] + idCounts[cell.id] - count
            return sum + Double(count) * Double(count) / Double(all)
        }
        return (detection * association / found).squareRoot()
    }

    /// One partner for each face of each frame: those that go together best over the whole video.
    private var matches: [Overlap] {
        var potential: [Cell: Double] = [:]
        for frame in frames {
            var (rows, columns): ([Int: Double], [Int: Double]) = ([:], [:])
            for overlap in frame {
                rows[overlap.person, default: 0] += overlap.share
                columns[overlap.id, default: 0] += overlap.share
            }
            for overlap in frame {
                let all = (rows[overlap.person] ?? 0) + (columns[overlap.id] ?? 0) - overlap.share
                potential[Cell(person: overlap.person, id: overlap.id), default: 0] +=
                    overlap.share / all
            }
        }
        func alignment(_ overlap: Overlap) -> Double {
            let share = potential[Cell(person: overlap.person, id: overlap.id)] ?? 0
            return share / (Double(personCounts[overlap.person] + idCounts[overlap.id]) - share)
        }
        return frames.flatMap { frame in
            let rows = Array(Set(frame.map(\.person))).sorted()
            let columns = Array(Set(frame.map(\.id))).sorted()
            var scores: [Cell: (score: Double, overlap: Overlap)] = [:]
            for overlap in frame {
                scores[Cell(person: overlap.person, id: overlap.id)] = (
                    alignment(overlap) * overlap.share, overlap
                )
            }
            let pairs = Self.assignment(rows: rows.count, columns: columns.count) {
                scores[Cell(person: rows[$0], id: columns[$1])]?.score ?? 0
            }
            return pairs.compactMap {
                scores[Cell(person: rows[$0.0], id: columns[$0.1])]?.overlap
            }
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
