import Glibc
import Synchronization

/// Lets a long-running command end cleanly on SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// The first signal calls the handler; the second one ends the process at once, with 128 + its
/// number. It watches for as long as it exists; keep it until the last record is written.
final class SignalWatcher: Sendable {
    private let sources: SignalSources

    /// Starts watching, which has begun when this returns.
    ///
    /// - Parameters:
    ///   - endNow: what the second signal, and any later one, does with 128 + its number.
    ///   - handler: gets the number of the first signal, on a queue of its own.
    init(
        endNow: @escaping @Sendable (Int32) -> Void = { ProcessSetup.endNow($0) },
        _ handler: @escaping @Sendable (Int32) -> Void
    ) {
        let ending = Ending()
        sources = SignalSources([SIGINT, SIGTERM, SIGHUP]) { signal in
            if ending.begins() { handler(signal) } else { endNow(128 + signal) }
        }
    }

    private final class Ending: Sendable {
        private let hasBegun = Mutex(false)

        /// Whether this is the first call.
        func begins() -> Bool {
            hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
        }
    }
}
