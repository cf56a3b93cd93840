// SPDX-License-Identifier: Apache-2.0
/// Guesses which word a user meant.
enum Suggestion {
    /// `, did you mean x?` where one of the words is near; otherwise nothing.
    static func text(for word: String, among known: [String]) -> String {
        nearest(to: word, among: known).map { " (did you mean \($0)?)" } ?? ""
    }

    /// The word with the fewest slips between it and `word`, at most a third of its length; the
    /// first of equals.
    static func nearest(to word: String, among known: [String]) -> String? {
        // Nobody means anything known by a word of this length, and the work is quadratic.
        guard word.count <= 64 else { return nil }
        let ranked = known.map { (distance(word, $0), $0) }
        let best = ranked.min { $0.0 < $1.0 }
        return best.flatMap { $0.0 <= max(1, $0.1.count / 3) ? $0.1 : nil }
    }

    /// Optimal string alignment: letters left out, put in, exchanged or swapped with a neighbor.
    private static func distance(_ first: String, _ second: String) -> Int {
        let a = Array(first)
        let b = Array(second)
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let exchanged = last[j] + (a[i] == b[j] ? 0 : 1)
                var cost = min(exchanged, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
