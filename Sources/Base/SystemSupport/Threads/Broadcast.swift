// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Hands every value to any number of asynchronous readers, each with a bounded buffer: a reader
/// that is slow loses its oldest values, the sender never waits.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var nextKey = 0
        var readers: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    /// A broadcast without readers.
    package init() {}

    /// A stream of the values sent from now on, of which the newest `bufferSize` are kept.
    package func makeStream(bufferSize: Int) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(bufferSize))
        let key = state.withLock { state in
            state.nextKey += 1
            state.readers[state.nextKey] = continuation
            return state.nextKey
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: key) }
        }
        return stream
    }

    /// Hands a value to every reader; from any thread.
    package func send(_ value: Element) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(value) }
    }

    /// Ends the streams of all readers; later ones may begin again.
    package func finish() {
        // A reader's end takes it out of the list, which needs the lock.
        for reader in state.withLock({ Array($0.readers.values) }) { reader.finish() }
    }

    deinit { finish() }
}
