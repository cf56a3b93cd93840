// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
package import FaceValues
import Glibc
import Synchronization
package import SystemSupport

/// A request to stop that ends every wait of the reading thread; it may come from any thread.
package final class Cancellation: CaptureSourceControl {
    private let deadline = Atomic(Int64.max)
    /// Readable once somebody has asked; `nil` where nobody can.
    package let wake: WakeEvent?
    /// What is done now and then while data is waited for, or passed over.
    private let heartbeat: (@Sendable () -> Void)?
    /// Nanoseconds from one to the next, at least.
    private let heartbeatInterval: Int64
    private let lastHeartbeat = Atomic(Int64(0))

    /// Nobody has asked for the end.
    package init() throws(FacecapError) {
        wake = try WakeEvent()
        heartbeat = nil
        heartbeatInterval = 0
    }

    /// A request that nobody makes: who wants the end ends the process. Waiting takes no descriptor then.
    init(heartbeatInterval: Int64, heartbeat: @escaping @Sendable () -> Void) {
        wake = nil
        self.heartbeat = heartbeat
        self.heartbeatInterval = heartbeatInterval
    }

    /// Tells those who wait that data is waited for or passed over, once an interval at most.
    func beat() {
        guard let heartbeat else { return }
        let now = MonotonicClock.nowNanoseconds
        guard now - lastHeartbeat.load(ordering: .relaxed) >= heartbeatInterval else { return }
        lastHeartbeat.store(now, ordering: .relaxed)
        heartbeat()
    }

    /// Whether the reading thread shall stop.
    package var isCancelled: Bool { wake?.isSignaled ?? false }

    /// Whether the operation that ``limitOperation(toNanoseconds:)`` announced took too long.
    var isOverdue: Bool {
        let limit = deadline.load(ordering: .relaxed)
        return limit != .max && MonotonicClock.nowNanoseconds > limit
    }

    package func cancel() { wake?.signal() }

    /// Gives the operation that begins now this long; `nil` gives it all the time it wants.
    func limitOperation(toNanoseconds limit: Int64?) {
        let end = limit.map { MonotonicClock.nowNanoseconds + $0 } ?? .max
        deadline.store(end, ordering: .relaxed)
    }

    /// Waits until the monotonic clock reads `nanoseconds` or somebody cancels.
    func wait(untilNanoseconds nanoseconds: Int64) {
        while !isCancelled {
            let remaining = nanoseconds - MonotonicClock.nowNanoseconds
            guard remaining > 0 else { return }
            let milliseconds = remaining / 1_000_000
            if milliseconds > 0, let wake {
                wake.wait(milliseconds: Int32(clamping: milliseconds))
            } else {
                usleep(UInt32(min(remaining / 1000 + 1, 100_000)))
            }
        }
    }

    /// Waits until `descriptor` has data or ended, or somebody cancels.
    func waitForData(on descriptor: CInt) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, nfds_t(polled.count), heartbeat == nil ? -1 : 500) == 0 { beat() }
    }
}
