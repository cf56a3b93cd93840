// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Which inputs of a session give no data for a while.
final class SessionInterruptions: Sendable {
    private let numbers = Mutex<Set<Int>>([])

    /// Whether any does not.
    var isInterrupted: Bool { numbers.withLock { !$0.isEmpty } }

    /// Takes note of an input, by the number of its loop.
    func set(_ isInterrupted: Bool, number: Int) {
        numbers.withLock { numbers in
            if isInterrupted { numbers.insert(number) } else { numbers.remove(number) }
        }
    }
}
