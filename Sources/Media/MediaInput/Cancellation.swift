import CaptureSamples
import FaceValues
import Glibc
import Synchronization
internal import SystemSupport

/// A request to stop that ends every wait of the reading thread; it may come from any thread.
final class Cancellation: CaptureSourceControl {
    private let flag = Atomic(false)
    private let deadline = Atomic(Int64.max)
    private let wake: WakeEvent

    init() throws(FacecapError) { wake = try WakeEvent() }

    /// Whether the reading thread shall stop.
    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Whether the operation that ``limitOperation(toNanoseconds:)`` announced took too long.
    var isOverdue: Bool {
        let limit = deadline.load(ordering: .relaxed)
        return limit != .max && MonotonicClock.nowNanoseconds > limit
    }

    func cancel() {
        flag.store(true, ordering: .releasing)
        wake.signal()
    }

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
            if milliseconds > 0 {
                wake.wait(milliseconds: Int32(clamping: milliseconds))
            } else {
                usleep(UInt32(remaining / 1000 + 1))
            }
        }
    }

    /// Waits until `descriptor` has data or ended, or somebody cancels.
    func waitForData(on descriptor: CInt) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, nfds_t(polled.count), -1)
    }
}
