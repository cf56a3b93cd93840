// SPDX-License-Identifier: Apache-2.0
/// The connections of a server, and how long those may last that have not shown that they may.
///
/// A connection waits until the head of its request is there and lets it in, and again after each
/// answer. Many that wait drive out one another, never those that were let in; whoever sends its head at
/// once always gets through.
struct ConnectionTable {
    private struct Entry {
        let number: Int
        let address: [UInt8]
        let descriptor: Int32
        /// Nanoseconds; until when the head has to be there, `nil` where it was let in or closed.
        var deadline: Int64?
    }

    /// Nanoseconds from a connection's begin, or an answer's end, to the end of the next head.
    static let headNanoseconds: Int64 = 10_000_000_000
    /// Connections that wait at one time.
    static let waitingLimit = 8

    private var entries: [UInt: Entry] = [:]
    private var lastNumber = 0

    /// How many connections wait.
    var waitingCount: Int { entries.values.count { $0.deadline != nil } }

    /// The next moment at which ``takeOverdue(now:)`` has something to say.
    var nextDeadline: Int64? { entries.values.compactMap(\.deadline).min() }

    /// A connection began.
    ///
    /// - Returns: the descriptor of one that is to be closed in its favour: the oldest that waits of the
    ///   address of which most wait.
    mutating func begin(
        _ id: UInt, address: [UInt8], descriptor: Int32, now: Int64
    ) -> Int32? {
        lastNumber += 1
        entries[id] = Entry(
            number: lastNumber, address: address, descriptor: descriptor,
            deadline: now + Self.headNanoseconds)
        let waiting = entries.filter { $0.key != id && $0.value.deadline != nil }
        guard waiting.count >= Self.waitingLimit else { return nil }
        let counts = Dictionary(grouping: waiting.values, by: \.address).mapValues(\.count)
        let oldest = waiting.min { one, other in
            let (first, second) = (counts[one.value.address] ?? 0, counts[other.value.address] ?? 0)
            return first != second ? first > second : one.value.number < other.value.number
        }
        guard let oldest else { return nil }
        entries[oldest.key]?.deadline = nil
        return oldest.value.descriptor
    }

    /// The head is there, and its sender may have what it asks for.
    mutating func admit(_ id: UInt) { entries[id]?.deadline = nil }

    /// An answer is complete: the next head may come.
    mutating func wait(_ id: UInt, now: Int64) {
        entries[id]?.deadline = now + Self.headNanoseconds
    }

    /// A connection ended.
    mutating func end(_ id: UInt) { entries[id] = nil }

    /// The descriptors of those whose time is over, each once; they are to be closed.
    mutating func takeOverdue(now: Int64) -> [Int32] {
        var descriptors: [Int32] = []
        for (id, entry) in entries {
            guard let deadline = entry.deadline, deadline <= now else { continue }
            entries[id]?.deadline = nil
            descriptors.append(entry.descriptor)
        }
        return descriptors
    }
}
