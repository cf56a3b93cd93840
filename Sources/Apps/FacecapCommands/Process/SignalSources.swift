// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// Has signals call a function instead of doing what they do otherwise, for as long as it exists.
final class SignalSources: Sendable {
    /// Cancelled and released with the object; touched by nobody else.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Starts watching, which has begun when this returns.
    ///
    /// - Parameter handler: gets the signal's number, on a serial queue of the object.
    init(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "facecap.signals")
        sources = signals.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler { handler(signal) }
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
