import CLinux
import FaceValues
import Glibc

/// An event descriptor that ends waiting from any thread, once and for all.
final class WakeDescriptor: Sendable {
    /// Readable after ``signal()``.
    let descriptor: Int32

    init() throws(FacecapError) {
        descriptor = facecap_eventfd()
        guard descriptor >= 0 else {
            throw FacecapError(
                .systemFailed, "No more open files are allowed: raise the limit (ulimit -n).",
                errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Makes the descriptor readable for good; from any thread.
    func signal() {
        var one: UInt64 = 1
        // It fails only when the counter is full: then the descriptor is readable already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for the signal, or for a time.
    func wait(milliseconds: Int32) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, milliseconds)
    }
}
