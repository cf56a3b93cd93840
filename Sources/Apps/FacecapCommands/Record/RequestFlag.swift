// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Whether something was asked for, from any thread.
final class RequestFlag: Sendable {
    private let value = Atomic(false)

    /// Whether it was.
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

    /// It is from now on.
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
}
