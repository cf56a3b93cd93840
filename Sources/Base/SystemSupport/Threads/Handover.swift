// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Something that one thread gives to another, which takes it once.
package final class Handover<Value>: Sendable {
    private let value: Mutex<Value?>

    /// Gives a value that nobody else knows.
    package init(_ value: sending Value) { self.value = Mutex(value) }

    /// The value; `nil` once it was taken.
    package func take() -> sending Value? {
        value.withLock { value in
            let taken = value
            value = nil
            return taken
        }
    }
}
