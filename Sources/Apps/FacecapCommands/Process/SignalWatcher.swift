// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc
import Synchronization

/// Lets a long-running command end cleanly on SIGINT (Ctrl-C), SIGTERM and SIGHUP, those left out that were ignored
/// when the program was started.
///
/// The first signal calls the handler. What follows within a second is the same request: `timeout` and
/// terminals signal a program and its group. A later one ends the process at once, with 128 + its number.
/// It watches for as long as it exists; keep it until the last record is written.
final class SignalWatcher: Sendable {
    private let sources: SignalSources

    /// How long further signals are the same request as the first one.
    private static var sameRequestNanoseconds: Int64 { 1_000_000_000 }

    /// Starts watching, which has begun when this returns.
    ///
    /// - Parameters:
    ///   - now: the time, in nanoseconds of a clock that never goes back.
    ///   - endNow: what a later signal, and any after it, does with 128 + its number.
    ///   - handler: gets the number of the first signal, on a queue of its own.
    init(
        now: @escaping @Sendable () -> Int64 = { MonotonicClock.nowNanoseconds },
        endNow: @escaping @Sendable (Int32) -> Void = { ProcessSetup.endNow($0) },
        _ handler: @escaping @Sendable (Int32) -> Void
    ) {
        let firstNanoseconds = Mutex<Int64?>(nil)
        sources = SignalSources([SIGINT, SIGTERM, SIGHUP]) { signal in
            let now = now()
            let first = firstNanoseconds.withLock { first in
                defer { first = first ?? now }
                return first
            }
            guard let first else { return handler(signal) }
            if now - first >= Self.sameRequestNanoseconds { endNow(128 + signal) }
        }
    }
}
