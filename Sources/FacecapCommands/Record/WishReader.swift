import Facecap
import Glibc

/// Reads the lines of standard input on a thread of its own, without ever holding up the end.
final class WishReader: Sendable {
    private let wake: Int32

    /// The longest line that is taken for one.
    private static var longestLine: Int { 4096 }

    /// Starts reading; `receive` is told of each line, on the thread.
    ///
    /// - Returns: `nil` where nobody can write lines: there is no standard input, or it belongs to
    ///   the terminal of another program.
    init?(descriptor: Int32 = STDIN_FILENO, _ receive: @escaping @Sendable (String) -> Void) {
        if isatty(descriptor) == 1, tcgetpgrp(descriptor) != getpgrp() { return nil }
        guard fcntl(descriptor, F_GETFD) >= 0 else { return nil }
        let wake = eventfd(0, Int32(EFD_CLOEXEC))
        guard wake >= 0 else { return nil }
        self.wake = wake
        // It ends with the process or with this object, and nobody waits for it.
        _ = WorkerThread(name: "fc.stdin") {
            Self.read(descriptor, wake: wake, receive)
            close(wake)
        }
    }

    deinit {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }

    private static func read(
        _ descriptor: Int32, wake: Int32, _ receive: (String) -> Void
    ) {
        var line: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 512)
        while true {
            var requests = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { return }
            if requests[1].revents != 0 { return }
            guard requests[0].revents != 0 else { continue }
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { break }
            for byte in bytes.prefix(count) {
                if byte == UInt8(ascii: "\n") {
                    receive(String(decoding: line, as: UTF8.self))
                    line = []
                } else if line.count < longestLine {
                    line.append(byte)
                }
            }
        }
        if !line.isEmpty { receive(String(decoding: line, as: UTF8.self)) }
        // Whoever wakes the thread writes to a descriptor that is still open.
        var request = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, -1) < 0 {}
    }
}
