// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Whether the recording at hand is to be thrown away; from any thread.
final class CancelRequest: Sendable {
    private let isRequested = Mutex(false)

    /// Whether it is.
    var isMade: Bool { isRequested.withLock { $0 } }

    /// Makes the request.
    func make() { isRequested.withLock { $0 = true } }

    /// The next recording begins.
    func clear() { isRequested.withLock { $0 = false } }
}
