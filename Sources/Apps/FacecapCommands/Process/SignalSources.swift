// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import Synchronization

/// Has signals call a function instead of doing what they do otherwise, for as long as it exists.
final class SignalSources: Sendable {
    /// Cancelled and released with the object; touched by nobody else.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Whether `nohup` started the program, or the like; asked before anything is watched. That a script has its
    /// background jobs ignore SIGINT does not count: it is how they are asked to end all the same.
    private static let ignoresHangup = {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }()

    private struct Watch {
        /// How many objects watch the signal.
        var count = 0
        /// What it did before; `nil` once it came: what follows is the same request.
        var former: sigaction?
        /// What libdispatch had it do when it was given back.
        var handler: sigaction?
    }

    /// libdispatch does not give back what signals did before, and says what they do only once in a process, also where
    /// somebody watches them again.
    private static let watches = Mutex<[Int32: Watch]>([:])

    /// Starts watching, which has begun when this returns.
    ///
    /// - Parameter handler: gets the signal's number, on a serial queue of the object.
    init(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "facecap.signals")
        sources = signals.filter { $0 != SIGHUP || !Self.ignoresHangup }.map { signal in
            Self.begin(signal)
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                Self.watches.withLock { $0[signal]?.former = nil }
                handler(signal)
            }
            source.setCancelHandler { Self.end(signal) }
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

    private static func begin(_ signal: Int32) {
        watches.withLock { watches in
            var watch = watches[signal] ?? Watch()
            if watch.count == 0 {
                var former = sigaction()
                sigaction(signal, nil, &former)
                watch.former = former
                if var handler = watch.handler { sigaction(signal, &handler, nil) }
            }
            watch.count += 1
            watches[signal] = watch
        }
    }

    /// Lets the signal do what it did before, where nobody else watches it.
    private static func end(_ signal: Int32) {
        watches.withLock { watches in
            guard var watch = watches[signal] else { return }
            watch.count -= 1
            if watch.count == 0, var former = watch.former {
                var handler = sigaction()
                sigaction(signal, &former, &handler)
                watch.handler = handler
            }
            watches[signal] = watch
        }
    }
}
