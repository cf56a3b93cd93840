import CaptureSamples
import FaceValues
import Glibc
import Synchronization

/// A wish to stop that ends every wait of the reading thread; it may be expressed on any thread.
final class Cancellation: Sendable {
    private let flag = Atomic(false)
    private let deadline = Atomic(Int64.max)
    /// A pipe: a byte in it ends every wait.
    private let wakeUp: (readEnd: CInt, writeEnd: CInt)

    init() throws(FacecapError) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw FacecapError(
                .systemFailed, "No more files can be opened; raise the limit with `ulimit -n`.",
                errno: errno)
        }
        // Not 0...2, which are free where a program was started with its standard input closed.
        wakeUp = (
            fcntl(ends[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
            fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        )
        for end in ends { close(end) }
    }

    deinit {
        close(wakeUp.readEnd)
        close(wakeUp.writeEnd)
    }

    /// Whether the reading thread shall stop.
    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    /// Whether the operation that ``limitOperation(toNanoseconds:)`` announced took too long.
    var isOverdue: Bool {
        let limit = deadline.load(ordering: .relaxed)
        return limit != .max && MonotonicClock.nowNanoseconds > limit
    }

    func cancel() {
        guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = write(wakeUp.writeEnd, [1], 1)
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
                var polled = pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, CInt(clamping: milliseconds))
            } else {
                usleep(UInt32(remaining / 1000 + 1))
            }
        }
    }

    /// Waits until `descriptor` has data or ended, or somebody cancels.
    func waitForData(on descriptor: CInt) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, nfds_t(polled.count), -1)
    }
}
