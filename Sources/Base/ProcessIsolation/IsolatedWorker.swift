// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc
internal import SystemSupport

/// A process that does one thing with bytes of unknown origin, as the one sees it that asked for it.
///
/// It is used by one thread at a time, and ends with its last owner.
package final class IsolatedWorker {
    /// How a worker ended.
    package enum Ending: Sendable, Hashable {
        /// By a signal, such as SIGSYS where it did what it may not.
        case signal(Int32)
        /// By itself, with a status.
        case status(Int32)
        /// Nobody knows.
        case unknown
    }

    /// What the first message of a worker is: its body is what the system keeps it from.
    static let startedKind: UInt8 = 0

    /// By which it is spoken with.
    package let channel: MessageChannel
    /// What the system keeps it from.
    package private(set) var level = IsolationLevel.none
    /// Its number.
    package let process: Int32
    private let host: IsolationHost
    private var hasEnded = false

    /// Waits for the first message.
    ///
    /// - Parameter patience: nanoseconds after which there will be none.
    init(
        _ number: pid_t, channel: consuming FileDescriptor, host: IsolationHost,
        patience: Int64 = 60_000_000_000
    ) throws(FacecapError) {
        process = number
        self.host = host
        self.channel = MessageChannel(channel, takesDescriptors: false)
        // It reads what it is sent before it goes on.
        self.channel.limitSending(toSeconds: 10)
        let deadline = SystemClock.nanoseconds() + patience
        guard let first = try? self.channel.receive(until: deadline),
            first.kind == Self.startedKind, first.body.count == 1,
            let level = first.body.first.flatMap({ IsolationLevel(code: $0) })
        else { throw .decoderNotStarted(errno: nil) }
        self.level = level
    }

    /// Nanoseconds that its threads have spent on processors; `nil` where the system does not tell. The corresponding
    /// C function is `clock_getcpuclockid`.
    package var processorNanoseconds: Int64? {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { return nil }
        return SystemClock.nanoseconds(of: clock)
    }

    /// Ends it, where it has not ended by itself, and says how.
    ///
    /// - Parameter waiting: whether it is about to end by itself.
    package func end(waiting: Bool = false) -> Ending {
        guard !hasEnded else { return .unknown }
        hasEnded = true
        guard let status = host.end(process, waiting: waiting) else { return .unknown }
        let signal = status & 0x7f
        return signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
    }

    deinit { _ = end() }
}
