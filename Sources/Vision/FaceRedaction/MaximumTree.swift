// SPDX-License-Identifier: Apache-2.0
/// Numbers in an order, of which those that are large enough are found without a look at the others.
struct MaximumTree: Sendable {
    /// The numbers, then the maxima of two of them each, and so on up to one.
    private var levels: [[Int64]] = [[]]

    /// No numbers.
    init() {}

    /// Numbers in their order.
    init(_ values: some Sequence<Int64>) { for value in values { append(value) } }

    /// The number at a place.
    subscript(place: Int) -> Int64 {
        get { levels[0][place] }
        set {
            levels[0][place] = newValue
            update(place)
        }
    }

    /// Puts a number behind the others.
    mutating func append(_ value: Int64) {
        levels[0].append(value)
        update(levels[0].count - 1)
    }

    /// The places before `end`, ascending, of numbers that are at least `least`.
    func places(before end: Int, atLeast least: Int64) -> [Int] {
        var places: [Int] = []
        collect(levels.count - 1, 0, end, least, &places)
        return places
    }

    private func collect(
        _ level: Int, _ place: Int, _ end: Int, _ least: Int64, _ places: inout [Int]
    ) {
        guard place < levels[level].count, place << level < end, levels[level][place] >= least
        else { return }
        if level == 0 { return places.append(place) }
        collect(level - 1, 2 * place, end, least, &places)
        collect(level - 1, 2 * place + 1, end, least, &places)
    }

    /// Makes the maxima above a place right.
    private mutating func update(_ place: Int) {
        var (level, place) = (0, place)
        while levels[level].count > 1 {
            place /= 2
            let below = levels[level]
            let maximum = below[(2 * place)..<min(2 * place + 2, below.count)].max() ?? .min
            level += 1
            if level == levels.count { levels.append([]) }
            if place == levels[level].count {
                levels[level].append(maximum)
            } else {
                levels[level][place] = maximum
            }
        }
    }
}
