// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Whether something is asked for, from any thread.
final class RequestFlag: Sendable {
    private let value = Atomic(false)

    /// Whether it is.
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

    /// It is from now on, or no longer.
    func set(_ isSet: Bool = true) { value.store(isSet, ordering: .sequentiallyConsistent) }
}
