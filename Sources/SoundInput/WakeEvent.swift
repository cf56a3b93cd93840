internal import CLinux
internal import FaceValues
import Glibc

/// An event descriptor that ends a `poll` from any thread, once and for all.
struct WakeEvent: ~Copyable {
    /// Readable after ``signal()``.
    let descriptor: Int32

    init() throws(FacecapError) {
        let descriptor = facecap_eventfd()
        guard descriptor >= 0 else {
            throw FacecapError(
                .systemFailed, "No more open files are allowed: raise the limit (ulimit -n).",
                errno: errno)
        }
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// Makes the descriptor readable for good; from any thread.
    func signal() {
        var one: UInt64 = 1
        // It fails only when the counter is full: then the descriptor is readable already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits so many milliseconds, or less when ``signal()`` is called.
    func wait(milliseconds: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }
}
