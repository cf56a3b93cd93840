import CaptureQueues
import Facecap
import Glibc

/// Reads the lines of standard input on a thread of its own, for as long as it exists.
final class WishReader: Sendable {
    /// The end of a pipe whose other end the thread watches: closed, it ends the thread.
    private let life: Int32

    /// The longest line that is taken for one.
    private static var longestLine: Int { 4096 }

    /// Starts reading; `receive` is told of each line, on the thread.
    ///
    /// - Returns: `nil` where nobody can write lines: there is no standard input, or it belongs to
    ///   the terminal of another program.
    /// - Throws: `.systemFailed` when the system has no room for another thread.
    init?(
        descriptor: Int32 = STDIN_FILENO, _ receive: @escaping @Sendable (String) -> Void
    ) throws(FacecapError) {
        if isatty(descriptor) == 1, tcgetpgrp(descriptor) != getpgrp() { return nil }
        var ends: [Int32] = [0, 0]
        guard fcntl(descriptor, F_GETFD) >= 0, pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let death = ends[0]
        life = ends[1]
        // Nobody waits for it: it may be in the middle of a line.
        do throws(FacecapError) {
            _ = try WorkerThread(name: "fc.stdin") {
                Self.read(descriptor, until: death, receive)
                close(death)
            }
        } catch {
            close(death)
            close(life)
            throw error
        }
    }

    deinit { close(life) }

    private static func read(
        _ descriptor: Int32, until death: Int32, _ receive: (String) -> Void
    ) {
        var line: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 512)
        while true {
            var requests = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: death, events: Int16(POLLIN), revents: 0),
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
    }
}
