// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Walks the numbers of the samples where decoding can begin (ISO/IEC 14496-12 8.6.2).
struct SyncSampleCursor {
    private let numbers: EntryTable
    private var entry = 0

    init(_ numbers: EntryTable) { self.numbers = numbers }

    /// Whether the table names a sample; asked for 1, 2, 3 and so on.
    mutating func contains(_ number: Int) throws(BoxDamage) -> Bool {
        guard entry < numbers.count else { return false }
        let next = Int(numbers.uint32(entry))
        guard next >= number else {
            throw BoxDamage(.stss, "does not name its samples in ascending order")
        }
        guard next == number else { return false }
        entry += 1
        return true
    }
}
