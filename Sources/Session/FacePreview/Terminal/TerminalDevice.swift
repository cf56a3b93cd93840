// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import CaptureSamples
import FaceValues
import Glibc

/// The terminal of the process; one that does not read is waited for only briefly.
final class TerminalDevice {
    /// The extent in cells and, 0 where the terminal does not tell, in pixels.
    struct Extent: Hashable {
        var columns = 80
        var rows = 24
        var pixelWidth = 0
        var pixelHeight = 0
    }

    private let descriptor: Int32
    /// The longest that writing waits for the terminal at once: it takes a few kilobytes at a time.
    private static let timeoutNanoseconds: Int64 = 60_000_000

    private var pending: [UInt8] = []
    /// How many of the pending bytes the terminal has.
    private var sentCount = 0

    /// Throws `.sourceNotFound` where the process has no terminal, or is not in its foreground, and
    /// `.formatUnsupported` where the terminal shows no frames.
    init() throws(FacecapError) {
        guard !TerminalGuard.isDumb else {
            throw FacecapError(
                .formatUnsupported,
                "The terminal shows no frames (TERM=dumb): take another one, or show the frames in a window."
            )
        }
        // A description of its own: the shell's does not become non-blocking.
        let flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var descriptor = open("/dev/tty", flags)
        if descriptor < 0, isatty(STDERR_FILENO) == 1 {
            descriptor = open("/proc/self/fd/\(STDERR_FILENO)", flags)
        }
        guard descriptor >= 0 else {
            throw FacecapError(
                .sourceNotFound,
                "There is no terminal to show the frames in: run in one, or show the frames in a window.",
                errno: errno)
        }
        let group = tcgetpgrp(descriptor)
        guard group < 0 || group == getpgrp() else {
            close(descriptor)
            throw FacecapError(
                .sourceNotFound,
                "The terminal belongs to another program: run in the foreground, or show the frames in a "
                    + "window.")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether everything has reached the terminal.
    var isIdle: Bool { pending.isEmpty }

    /// As it is now: windows change theirs.
    var extent: Extent {
        var size = winsize()
        guard facecap_terminal_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 1
        else { return Extent() }
        return Extent(
            columns: min(Int(size.ws_col), 1000), rows: min(Int(size.ws_row), 500),
            pixelWidth: Int(size.ws_xpixel), pixelHeight: Int(size.ws_ypixel))
    }

    /// Takes the terminal: another screen, no cursor, keys and clicks as they come.
    func begin() {
        TerminalGuard.hold(descriptor)
        send(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J".utf8))
    }

    /// Gives the terminal back, with half a second for what it has not read yet.
    func end() {
        for _ in 0..<8 where !isIdle { flush() }
        TerminalGuard.release()
    }

    /// Appends bytes to what is to be written, and writes what the terminal takes soon.
    func send(_ bytes: [UInt8]) {
        pending += bytes
        flush()
    }

    /// Writes what the terminal takes soon.
    func flush() {
        let deadline = MonotonicClock.nowNanoseconds + Self.timeoutNanoseconds
        while sentCount < pending.count {
            let count = pending.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress.map { $0 + sentCount }, bytes.count - sentCount)
            }
            if count > 0 {
                sentCount += count
            } else if count == 0 || errno == EAGAIN {
                let rest = deadline - MonotonicClock.nowNanoseconds
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard rest > 0, poll(&request, 1, Int32(rest / 1_000_000) + 1) > 0 else { return }
            } else if errno != EINTR {
                // A terminal that is gone takes nothing any more; there is nobody to tell.
                break
            }
        }
        pending.removeAll(keepingCapacity: true)
        sentCount = 0
    }

    /// What was typed since the last call.
    func read() -> [UInt8] {
        // As much as a terminal keeps.
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : []
    }
}
