// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import FaceTracking

@Suite struct LinearAssignmentTests {
    @Test func costsAsLittleAsTheBestOfAllPairings() {
        var numbers = SeededNumbers(seed: 1)
        var assignment = LinearAssignment()
        for rows in 1...5 {
            for columns in 1...5 {
                for _ in 0..<20 {
                    let costs = (0..<rows * columns).map { _ in numbers.nextUnit() * 10 - 5 }
                    assignment.solve(costs, rows: rows, columns: columns)
                    let chosen = assignment.columnOfRow.enumerated().compactMap { row, column in
                        column.map { costs[row * columns + $0] }
                    }
                    #expect(chosen.count == min(rows, columns))
                    let best = minimumCost(costs, rows: rows, columns: columns)
                    #expect(abs(chosen.reduce(0, +) - best) < 1e-9)
                }
            }
        }
    }

    @Test func usesEveryColumnOnce() {
        var assignment = LinearAssignment()
        assignment.solve(Array(repeating: 1, count: 12), rows: 4, columns: 3)
        #expect(Set(assignment.columnOfRow.compactMap { $0 }) == [0, 1, 2])
        #expect(assignment.columnOfRow.count { $0 == nil } == 1)
    }

    @Test func givesUpTheNearestWhenAllGainByIt() {
        var assignment = LinearAssignment()
        assignment.solve([1, 2, 1, 9], rows: 2, columns: 2)
        #expect(assignment.columnOfRow == [1, 0])
    }

    @Test func leavesAllRowsWithoutColumnsUnpaired() {
        var assignment = LinearAssignment()
        assignment.solve([], rows: 2, columns: 0)
        #expect(assignment.columnOfRow == [nil, nil])
        assignment.solve([], rows: 0, columns: 3)
        #expect(assignment.columnOfRow.isEmpty)
    }

    /// Tries all pairings.
    private func minimumCost(_ costs: [Double], rows: Int, columns: Int) -> Double {
        func least(from row: Int, free: Set<Int>, pairs: Int) -> Double {
            if pairs == 0 { return 0 }
            var best = Double.infinity
            if rows - row > pairs { best = least(from: row + 1, free: free, pairs: pairs) }
            for column in free {
                let rest = least(from: row + 1, free: free.subtracting([column]), pairs: pairs - 1)
                best = min(best, costs[row * columns + column] + rest)
            }
            return best
        }
        return least(from: 0, free: Set(0..<columns), pairs: min(rows, columns))
    }
}
