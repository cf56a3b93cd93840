import Dispatch
import Glibc

/// Lets a long-running command end cleanly on SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// The first signal calls the handler; the second one ends the process at once, with 128 + its
/// number. It watches for as long as it exists; keep it until the last record is written.
final class SignalWatcher: Sendable {
    /// Cancelled and released with the watcher; touched by nobody else.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Starts watching, which has begun when this returns; `handler` is called once, on a thread of its own queue, and gets the
    /// signal's number. `endNow` is what the second signal does.
    init(
        endNow: @escaping @Sendable (Int32) -> Void = { _exit($0) },
        _ handler: @escaping @Sendable (Int32) -> Void
    ) {
        let queue = DispatchQueue(label: "facecap.signals")
        // Only the queue touches it.
        nonisolated(unsafe) var isEnding = false
        sources = [SIGINT, SIGTERM, SIGHUP].map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                if isEnding { return endNow(128 + signal) }
                isEnding = true
                handler(signal)
            }
            // Before its registration the source does not keep a signal from ending the process.
            let registered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            registered.wait()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
