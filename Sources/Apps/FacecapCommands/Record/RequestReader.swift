// SPDX-License-Identifier: Apache-2.0
import FacePreview
import Facecap
import Glibc
import SystemSupport

/// Reads the lines of standard input on a thread of its own, for as long as it exists.
final class RequestReader: Sendable {
    /// Ends the thread.
    private let end: WakeEvent

    /// The longest line that is taken for one: twice what the longest value of metadata takes.
    private static var maximumLine: Int { 32_768 }

    /// Whether it has taken the terminal: keys are read one by one, and the line is shown beside the progress.
    private let holdsTerminal: Bool
    /// Takes the terminal again where the shell has had it meanwhile, as after Ctrl-Z and `fg`.
    private let continuation: SignalSources?

    /// Starts reading; `receive` is told of each line, on the thread.
    ///
    /// - Parameter showTyped: shows the line that is typed, on the thread; without it the terminal does.
    /// - Returns: `nil` where nobody can write lines: there is no standard input, or it belongs to
    ///   the terminal of another program.
    /// - Throws: `.systemFailed` when the system has no room for another thread.
    init?(
        descriptor: Int32 = STDIN_FILENO, showTyped: (@Sendable (String) -> Void)? = nil,
        _ receive: @escaping @Sendable (String) -> Void
    ) throws(FacecapError) {
        if isatty(descriptor) == 1, tcgetpgrp(descriptor) != getpgrp() { return nil }
        let editsLine = showTyped != nil && TerminalGuard.canHold(descriptor)
        guard fcntl(descriptor, F_GETFD) >= 0 else { return nil }
        end = try WakeEvent()
        let showTyped = editsLine ? showTyped : nil
        // Nobody waits for it: it may be in the middle of a line.
        _ = try WorkerThread(name: "fc.stdin") { [end] in
            Self.read(descriptor, until: end, showTyped, receive)
        }
        // Where a screen is shown, that has taken it.
        holdsTerminal = editsLine && TerminalGuard.hold(descriptor, for: .line)
        continuation =
            holdsTerminal
            ? SignalSources([SIGCONT]) { _ in
                guard TerminalGuard.canHold(descriptor) else { return }
                TerminalGuard.release()
                TerminalGuard.hold(descriptor, for: .line)
            } : nil
    }

    deinit {
        end.signal()
        if holdsTerminal { TerminalGuard.release() }
    }

    private static func read(
        _ descriptor: Int32, until end: WakeEvent, _ showTyped: ((String) -> Void)?,
        _ receive: (String) -> Void
    ) {
        var line: [UInt8] = []
        var editor = LineEditor()
        var bytes = [UInt8](repeating: 0, count: 512)
        while true {
            var requests = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, -1) >= 0 || errno == EINTR else { return }
            if requests[1].revents != 0 { return }
            guard requests[0].revents != 0 else { continue }
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { break }
            if let showTyped {
                edit(bytes.prefix(count), &editor, showTyped, receive)
                continue
            }
            for byte in bytes.prefix(count) {
                if byte == UInt8(ascii: "\n") {
                    receive(text(line))
                    line = []
                } else if line.count < maximumLine {
                    line.append(byte)
                }
            }
        }
        if !line.isEmpty { receive(text(line)) }
    }

    /// A line without the carriage return that programs of other systems end theirs with too.
    private static func text(_ line: [UInt8]) -> String {
        let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
        return String(decoding: end, as: UTF8.self)
    }

    private static func edit(
        _ bytes: some Sequence<UInt8>, _ editor: inout LineEditor, _ showTyped: (String) -> Void,
        _ receive: (String) -> Void
    ) {
        for byte in bytes {
            switch editor.take(byte) {
            case .nothing: break
            case .changed: showTyped(editor.text)
            case .line(let line):
                showTyped("")
                receive(line)
            }
        }
    }
}
