// SPDX-License-Identifier: Apache-2.0
/// Pairs rows with columns so that the sum of the costs is least (the assignment problem), by
/// shortest augmenting paths: Jonker and Volgenant, "A shortest augmenting path algorithm for dense
/// and sparse linear assignment problems", 1987. Takes rows x rows x columns steps at most.
///
/// The working memory is kept from call to call.
package struct LinearAssignment {
    /// The column of every row, `nil` for rows that found none because there are fewer columns.
    package private(set) var columnOfRow: [Int?] = []

    // Lines are the shorter side, slots the longer one; slot and line 0 are outside the matrix.
    private var linePotential: [Double] = []
    private var slotPotential: [Double] = []
    private var lineOfSlot: [Int] = []
    private var previousSlot: [Int] = []
    private var distance: [Double] = []
    private var isVisited: [Bool] = []

    /// Nothing solved yet.
    package init() {}

    /// Fills ``columnOfRow`` from finite costs, `rows` times `columns` of them, row by row.
    package mutating func solve(_ costs: [Double], rows: Int, columns: Int) {
        precondition(costs.count == rows * columns)
        let isWide = rows <= columns
        let lines = isWide ? rows : columns
        let slots = isWide ? columns : rows
        linePotential.refill(0, count: lines + 1)
        slotPotential.refill(0, count: slots + 1)
        lineOfSlot.refill(0, count: slots + 1)
        previousSlot.refill(0, count: slots + 1)

        if lines > 0 {
            for line in 1...lines {
                place(line, slots: slots) { line, slot in
                    isWide
                        ? costs[(line - 1) * columns + slot - 1]
                        : costs[(slot - 1) * columns + line - 1]
                }
            }
        }

        columnOfRow.refill(nil, count: rows)
        for slot in 0..<slots where lineOfSlot[slot + 1] != 0 {
            let line = lineOfSlot[slot + 1] - 1
            columnOfRow[isWide ? line : slot] = isWide ? slot : line
        }
    }

    /// Gives a line a slot, moving lines placed before where that is cheaper.
    private mutating func place(_ line: Int, slots: Int, cost: (Int, Int) -> Double) {
        distance.refill(.infinity, count: slots + 1)
        isVisited.refill(false, count: slots + 1)
        lineOfSlot[0] = line
        var slot = 0
        repeat {
            isVisited[slot] = true
            let current = lineOfSlot[slot]
            var nearest = 0
            var least = Double.infinity
            for next in 1...slots where !isVisited[next] {
                let reduced = cost(current, next) - linePotential[current] - slotPotential[next]
                if reduced < distance[next] {
                    distance[next] = reduced
                    previousSlot[next] = slot
                }
                if nearest == 0 || distance[next] < least {
                    least = distance[next]
                    nearest = next
                }
            }
            for other in 0...slots {
                if isVisited[other] {
                    linePotential[lineOfSlot[other]] += least
                    slotPotential[other] -= least
                } else {
                    distance[other] -= least
                }
            }
            slot = nearest
        } while lineOfSlot[slot] != 0

        while slot != 0 {
            lineOfSlot[slot] = lineOfSlot[previousSlot[slot]]
            slot = previousSlot[slot]
        }
    }
}

extension Array {
    /// Makes the array hold `count` times `value`, in the memory it has.
    mutating func refill(_ value: Element, count: Int) {
        removeAll(keepingCapacity: true)
        append(contentsOf: repeatElement(value, count: count))
    }
}
