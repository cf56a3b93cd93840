// SPDX-License-Identifier: Apache-2.0
import FacePreview
import Facecap
import Glibc
import Synchronization
import SystemSupport

/// Reads the lines of standard input on a thread of its own, for as long as it exists.
final class RequestReader: Sendable {
    /// Ends the thread.
    private let end: WakeEvent

    /// How long it leaves the terminal to the program that has it, in milliseconds.
    private static var absence: Int32 { 300 }

    /// The terminal that it has taken; `nil` where it has taken none.
    private let terminal: EditedTerminal?
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
        guard !Self.isInBackground(descriptor) else { return nil }
        guard fcntl(descriptor, F_GETFD) >= 0 else { return nil }
        end = try WakeEvent()
        let showTyped = TerminalGuard.canHold(descriptor) ? showTyped : nil
        let terminal = showTyped.map { _ in EditedTerminal(descriptor) }
        // Nobody waits for it: it may be in the middle of a line.
        _ = try WorkerThread(name: "fc.stdin") { [end] in
            Self.read(descriptor, until: end, terminal, showTyped, receive)
        }
        self.terminal = terminal
        continuation = terminal.map { terminal in
            SignalSources([SIGCONT]) { _ in terminal.holdAgain() }
        }
    }

    deinit {
        end.signal()
        terminal?.release()
    }

    /// Whether the terminal behind a descriptor belongs to another program for now, such as the shell after `bg`.
    private static func isInBackground(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && tcgetpgrp(descriptor) != getpgrp()
    }

    private static func read(
        _ descriptor: Int32, until end: WakeEvent, _ terminal: EditedTerminal?,
        _ showTyped: ((String) -> Void)?, _ receive: (String) -> Void
    ) {
        var line: [UInt8] = []
        var editor = LineEditor()
        while let bytes = nextBytes(of: descriptor, until: end, terminal) {
            guard !bytes.isEmpty else {
                if !line.isEmpty { receive(text(line)) }
                return
            }
            if let showTyped {
                edit(bytes, &editor, showTyped, receive)
                continue
            }
            for byte in bytes {
                if byte == UInt8(ascii: "\n") {
                    receive(text(line))
                    line = []
                } else if line.count < LineEditor.maximumByteCount {
                    line.append(byte)
                }
            }
        }
    }

    /// What was written meanwhile, empty where nothing will be any more; `nil` once nobody wants it. What is typed for
    /// another program stays with that.
    private static func nextBytes(
        of descriptor: Int32, until end: WakeEvent, _ terminal: EditedTerminal?
    ) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 512)
        var isAway = false
        while true {
            let wasAway = isAway
            isAway = isInBackground(descriptor)
            if wasAway, !isAway { terminal?.holdAgain() }
            var requests = [
                pollfd(fd: isAway ? -1 : descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, isAway ? absence : -1) >= 0 || errno == EINTR else {
                return nil
            }
            if requests[1].revents != 0 { return nil }
            guard requests[0].revents != 0 else { continue }
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count > 0 { return Array(bytes.prefix(count)) }
            let failure = count < 0 ? errno : 0
            if failure == EINTR || failure == EAGAIN { continue }
            // The shell has taken the terminal since.
            if failure == EIO, isInBackground(descriptor) { continue }
            // What was typed for the shell has been thrown away since.
            if failure == 0, terminal != nil, isatty(descriptor) == 1 { continue }
            return []
        }
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

/// The terminal on which a line is edited, until it is given back.
private final class EditedTerminal: Sendable {
    private let descriptor: Int32
    /// Whether it is held; a screen may have it instead.
    private let isHeld: Mutex<Bool>

    /// Takes a terminal, unless a screen has it.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isHeld = Mutex(TerminalGuard.hold(descriptor, for: .line))
    }

    deinit { release() }

    /// Takes it again where the shell has changed its modes, and this process is in its foreground.
    func holdAgain() {
        isHeld.withLock { isHeld in
            guard isHeld, TerminalGuard.canHold(descriptor) else { return }
            TerminalGuard.release()
            TerminalGuard.hold(descriptor, for: .line)
        }
    }

    /// Gives it back, for good.
    func release() {
        isHeld.withLock { isHeld in
            if isHeld { TerminalGuard.release() }
            isHeld = false
        }
    }
}
