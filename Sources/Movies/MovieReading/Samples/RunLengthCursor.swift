// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// Walks a table of counts and values, such as `stts`, one sample at a time.
struct RunLengthCursor {
    private let table: EntryTable
    private var entry = 0
    private var left: UInt32 = 0
    private var value: UInt32 = 0

    init(_ table: EntryTable) { self.table = table }

    /// The value of the next sample; `nil` when the table has none for it.
    mutating func next() -> UInt32? {
        guard !isAtEnd else { return nil }
        left -= 1
        return value
    }

    /// Whether there is no value left.
    var isAtEnd: Bool {
        mutating get {
            while left == 0, entry < table.count {
                left = table.uint32(entry)
                value = table.uint32(entry, at: 4)
                entry += 1
            }
            return left == 0
        }
    }
}
