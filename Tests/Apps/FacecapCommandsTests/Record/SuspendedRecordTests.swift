// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A recording that its user's shell stops, as Ctrl-Z does, and lets go on in the foreground.
struct SuspendedRecordTests {
    /// Stops the program once it records, gives the terminal the modes of a shell, and prints whether the program has
    /// its own again once it goes on, and its exit code.
    private static let script = """
        import os, pty, select, signal, sys, termios, time
        master, slave = pty.openpty()
        child = os.fork()
        if child == 0:
            os.setsid()
            import fcntl
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            os.tcsetpgrp(slave, os.getpid())
            for descriptor in (0, 1, 2): os.dup2(slave, descriptor)
            os.execve(sys.argv[1], sys.argv[1:], dict(os.environ, TERM="xterm-256color"))
        cooked = termios.tcgetattr(slave)
        got, end = b"", time.time() + 120
        def wait(condition):
            global got
            while not condition() and time.time() < end:
                if select.select([master], [], [], 0.05)[0]: got += os.read(master, 65536)
            return condition()
        edits = lambda: not termios.tcgetattr(slave)[3] & (termios.ECHO | termios.ICANON)
        began = wait(lambda: b"rec 0" in got and edits())
        os.kill(child, signal.SIGSTOP)
        os.waitpid(child, os.WUNTRACED)
        termios.tcsetattr(slave, termios.TCSANOW, cooked)
        os.kill(child, signal.SIGCONT)
        again = wait(edits)
        os.write(master, b"q\\n")
        reaped, status = 0, 0
        def ended():
            global reaped, status
            if not reaped: reaped, status = os.waitpid(child, os.WNOHANG)
            return reaped != 0
        if not wait(ended):
            os.kill(child, 9)
            reaped, status = os.waitpid(child, 0)
        print(began, again, os.waitstatus_to_exitcode(status), not edits())
        """

    @Test func theTerminalIsTakenAgain() async throws {
        let recording = try TestRecording()
        let run = try await Python.run(
            Self.script,
            arguments: [CommandRunner.facecap]
                + recording.words(TestRecording.live, TestRecording.corner))
        #expect(run.output == "True True 0 True\n", "\(run.output)\(run.messages)")
    }
}
