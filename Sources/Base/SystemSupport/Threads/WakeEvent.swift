// SPDX-License-Identifier: Apache-2.0
internal import CLinux
package import FaceValues
import Glibc
import Synchronization

/// An event descriptor that ends waiting from any thread, once and for all.
package final class WakeEvent: Sendable {
    /// Readable after ``signal()``; it is closed with the event.
    package let descriptor: Int32
    private let flag = Atomic(false)

    /// An event that nobody has signaled; throws `.systemFailed` when no more files may be open.
    package init() throws(FacecapError) {
        let event = facecap_eventfd()
        // Not 0...2, which are free where a program was started with a standard stream closed.
        descriptor =
            (0...STDERR_FILENO).contains(event)
            ? fcntl(event, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : event
        if descriptor != event { _ = close(event) }
        guard descriptor >= 0 else { throw .noMoreFiles(errno) }
    }

    deinit { _ = close(descriptor) }

    /// Whether somebody has called ``signal()``; without a system call.
    package var isSignaled: Bool { flag.load(ordering: .acquiring) }

    /// Makes the descriptor readable for good; from any thread.
    package func signal() {
        flag.store(true, ordering: .releasing)
        var one: UInt64 = 1
        // It fails only when the counter is full: then the descriptor is readable already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits so many milliseconds, or less when ``signal()`` is called.
    package func wait(milliseconds: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }
}
