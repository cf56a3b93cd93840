// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A recording that its user's shell stops, as Ctrl-Z does, or puts into the background, and lets go on in the
/// foreground, or end where it is.
struct SuspendedRecordTests {
    enum Way: String, CaseIterable { case stopped, background }

    /// Is the shell of a terminal: stops the program once it records, or takes the terminal while it records, gives the
    /// terminal its own modes, and prints whether the program has its own again once it goes on, and its exit code.
    /// Of one that ends in the background it prints whether that leaves the terminal its modes.
    private static let script = """
        import fcntl, os, pty, select, signal, sys, termios, time
        if (shell := os.fork()) != 0:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(shell, 0)[1]))
        os.setsid()
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        cooked = termios.tcgetattr(slave)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(slave, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            for descriptor in (0, 1, 2): os.dup2(slave, descriptor)
            os.execve(sys.argv[2], sys.argv[2:], dict(os.environ, TERM="xterm-256color"))
        got = b""
        def wait(condition):
            global got
            end = time.time() + 60
            while not condition() and time.time() < end:
                if select.select([master], [], [], 0.05)[0]: got += os.read(master, 65536)
            return condition()
        edits = lambda: not termios.tcgetattr(slave)[3] & (termios.ECHO | termios.ICANON)
        began = wait(lambda: b"rec 0" in got and edits())
        if sys.argv[1] == "stopped":
            os.kill(child, signal.SIGSTOP)
            os.waitpid(child, os.WUNTRACED)
            termios.tcsetattr(slave, termios.TCSANOW, cooked)
            os.kill(child, signal.SIGCONT)
            again = wait(edits)
        elif sys.argv[1] == "ended":
            os.tcsetpgrp(slave, os.getpgrp())
            own = termios.tcgetattr(slave)
            os.kill(child, signal.SIGTERM)
        else:
            # The program hears of what is typed while it is in the background, which is not for it.
            os.tcsetpgrp(slave, os.getpgrp())
            termios.tcsetattr(slave, termios.TCSANOW, cooked)
            os.write(master, b"x\\n")
            # Each turn lasts for twice as many of the program's lines of progress as the one before.
            drawn, share = got.count(b"rec 0"), 1
            def taken():
                global drawn, share
                if not edits() and got.count(b"rec 0") >= drawn + share:
                    os.tcsetpgrp(slave, os.getpgrp() if os.tcgetpgrp(slave) == child else child)
                    os.write(master, b"x\\n")
                    drawn, share = got.count(b"rec 0"), 2 * share
                return edits()
            again = wait(taken)
            os.tcsetpgrp(slave, child)
        reaped, status = 0, 0
        def ended():
            global reaped, status
            if not reaped:
                os.write(master, b"q\\n")
                reaped, status = os.waitpid(child, os.WNOHANG)
            return reaped != 0
        if not wait(ended):
            os.kill(child, 9)
            reaped, status = os.waitpid(child, 0)
        if sys.argv[1] == "ended": again = termios.tcgetattr(slave) == own
        print(began, again, os.waitstatus_to_exitcode(status), not edits())
        """

    private func run(_ way: String) async throws -> CommandResult {
        let recording = try TestRecording()
        return try await Python.run(
            Self.script,
            arguments: [way, CommandRunner.facecap]
                + recording.words(TestRecording.live, TestRecording.corner))
    }

    @Test(arguments: Way.allCases)
    func theTerminalIsTakenAgain(way: Way) async throws {
        let run = try await run(way.rawValue)
        #expect(run.output == "True True 0 True\n", "\(run.output)\(run.messages)")
    }

    @Test func theTerminalKeepsItsModesWhereARecordingEndsInTheBackground() async throws {
        let run = try await run("ended")
        #expect(run.output == "True True 0 False\n", "\(run.output)\(run.messages)")
    }
}
