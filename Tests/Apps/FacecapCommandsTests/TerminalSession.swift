// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A run of the program in a terminal of its own.
struct TerminalSession {
    let exitCode: Int32
    /// Whether the terminal shows what is typed once the program is over.
    let echoes: Bool
    /// All that the terminal got.
    let screen: String

    /// Waits for each text in turn and then types what belongs to it.
    private static let script = """
        import fcntl, os, pty, select, struct, sys, termios, time
        columns, count = int(sys.argv[1]), int(sys.argv[2])
        steps, words = sys.argv[3:3 + 2 * count], sys.argv[3 + 2 * count:]
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 16, columns, 0, 0))
        child = os.fork()
        if child == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            os.tcsetpgrp(slave, os.getpid())
            for descriptor in (0, 1, 2): os.dup2(slave, descriptor)
            os.execve(words[0], words, dict(os.environ, TERM="xterm-256color", NO_COLOR="1"))
        def read(wait):
            return os.read(master, 65536) if select.select([master], [], [], wait)[0] else b""
        got, seen, end, reaped, status = b"", 0, time.time() + 120, 0, 0
        while not reaped:
            got += read(0.05)
            if steps and (place := got.find(steps[0].encode(), seen)) >= 0:
                seen = place + len(steps[0])
                os.write(master, steps[1].encode())
                steps = steps[2:]
            if time.time() > end: os.kill(child, 9)
            reaped, status = os.waitpid(child, os.WNOHANG)
        while rest := read(0.2): got += rest
        echoes = bool(termios.tcgetattr(slave)[3] & termios.ECHO)
        code = os.waitstatus_to_exitcode(status)
        sys.stdout.write(f"{code} {echoes}\\n" + got.decode(errors="replace"))
        """

    /// - Parameters:
    ///   - steps: what is waited for, and what is typed then.
    ///   - readsTerminal: whether the terminal is the program's standard input, which is empty otherwise.
    init(
        _ arguments: [String], columns: Int, steps: [(waitFor: String, type: String)],
        environment: [String: String] = [:], readsTerminal: Bool = true
    ) async throws {
        let shell = readsTerminal ? [] : ["/bin/sh", "-c", #"exec "$0" "$@" < /dev/null"#]
        let command: [String] = shell + [CommandRunner.facecap] + arguments
        let run = try await Python.run(
            Self.script,
            arguments: ["\(columns)", "\(steps.count)"] + steps.flatMap { [$0.waitFor, $0.type] }
                + ["/usr/bin/env"] + environment.map { "\($0)=\($1)" } + command)
        let parts = run.output.split(separator: "\n", maxSplits: 1)
        try #require(parts.count == 2, "\(run.messages)")
        let summary = parts[0].split(separator: " ")
        exitCode = try #require(summary.first.flatMap { Int32($0) })
        echoes = summary.last == "True"
        screen = String(parts[1])
    }

    /// Every line that was drawn, without what steers the terminal.
    var lines: [String] {
        var (lines, line, isEscape) = ([String](), "", false)
        // A string for terminals that show images ends otherwise than all the others.
        let screen = screen.replacing("\u{18}\u{1B}_Ga=d,q=2\u{1B}\\", with: "\r")
        for scalar in screen.unicodeScalars {
            if scalar == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                if scalar.properties.isAlphabetic { isEscape = false }
                // From the top again.
                if scalar == "H" {
                    lines.append(line)
                    line = ""
                }
            } else if scalar == "\r" || scalar == "\n" {
                lines.append(line)
                line = ""
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return (lines + [line]).filter { !$0.isEmpty }
    }
}
