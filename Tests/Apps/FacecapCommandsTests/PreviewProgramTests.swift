// SPDX-License-Identifier: Apache-2.0
import Facecap
import Foundation
import TestSupport
import Testing

/// `--preview` as its users have it: keys and clicks in a window, and a terminal that is given back.
struct PreviewProgramTests {
    private static let xdotool = "/usr/bin/xdotool"
    private static let hasWindows =
        VirtualScreen.isAvailable && FileManager.default.isExecutableFile(atPath: xdotool)
    private static let source =
        ["--source", "synthetic:faces=1,size=160x120,fps=10"]
        + CheapDetection.ofOneFace

    /// Types a key, or moves and clicks, on a screen.
    private func act(_ words: [String], on screen: VirtualScreen) async throws {
        let words = [Self.xdotool] + words
        #expect(
            CommandRunner.output(of: words, environment: ["DISPLAY": screen.display]) != nil)
    }

    private func environment(_ screen: VirtualScreen) -> [String: String?] {
        // Drivers of the screen are gone when leaks are searched for.
        Sanitizer.withoutLeaks.merging(
            ["DISPLAY": screen.display, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil]
        ) { $1 }
    }

    /// Whether a library is in a process's memory.
    private func hasLoaded(_ library: String, _ process: Int32) throws -> Bool {
        // Not by its size, which is 0.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps"))
        let maps = try #require(try file.readToEnd())
        try #require(!maps.isEmpty)
        return String(decoding: maps, as: UTF8.self).contains(library)
    }

    // MARK: Window

    @Test(arguments: ["live", "record"])
    func withoutAScreenNothingBegins(_ command: String) async throws {
        let folder = try TemporaryFolder()
        let movie = command == "record" ? [folder.path + "/out.mp4"] : []
        let run = try await CommandRunner.run(
            [command] + movie + ["--json", "--preview"] + Self.source,
            environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil])
        #expect(run.exitCode == 66 && run.output == "")
        #expect(run.messages.contains("DISPLAY") && run.messages.contains("--preview=terminal"))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func aScreenThatDoesNotAnswerIsNamed() async throws {
        let run = try await CommandRunner.run(
            ["live", "--json", "--preview=window"] + Self.source,
            environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil])
        #expect(run.exitCode == 66 && run.output == "")
        #expect(run.messages.contains("DISPLAY") && run.messages.contains("--preview=terminal"))
    }

    @Test(.enabled(if: hasWindows, "needs xvfb and xdotool"))
    func theWindowShowsItselfAndEndsTheRunWithQ() async throws {
        let screen = try await VirtualScreen(width: 320, height: 240)
        let command = try await CommandRunner.start(
            ["live", "--json", "--preview"] + Self.source,
            environment: environment(screen))
        #expect(await command.waitForLines(5))
        #expect(try hasLoaded("libSDL2", command.processIdentifier))
        try await act(["key", "q"], on: screen)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.records("end").first?["reason"] as? String == "request")
    }

    @Test func withoutAPreviewTheLibraryIsNotLoaded() async throws {
        let command = try await CommandRunner.start(
            ["live", "--json"] + Self.source, environment: ["DISPLAY": nil])
        #expect(await command.waitForLines(3))
        #expect(try !hasLoaded("libSDL2", command.processIdentifier))
        command.send(SIGINT)
        #expect(await command.result().exitCode == 0)
        let libraries = try await CommandRunner.run([CommandRunner.facecap], of: "/usr/bin/ldd")
        #expect(libraries.exitCode == 0 && !libraries.output.contains("SDL"))
    }

    @Test(.enabled(if: hasWindows, "needs xvfb and xdotool"))
    func keysSteerARecording() async throws {
        let folder = try TemporaryFolder()
        let screen = try await VirtualScreen(width: 320, height: 240)
        let command = try await CommandRunner.start(
            ["record", folder.path + "/out.mp4", "--json", "--preview"]
                + Self.source, environment: environment(screen))
        #expect(await command.waitForLines(10))
        for (key, message) in [
            ("space", "paused"), ("space", "recording again"), ("s", "saved"),
            ("c", "the camera stays"),
        ] {
            try await act(["key", key], on: screen)
            #expect(await command.waitForMessage(message), "\(key)")
        }
        try await act(["mousemove", "100", "100", "click", "1"], on: screen)
        #expect(await command.waitForMessage("has no point of focus or exposure"))
        // Ends the recording; the session goes on, and another one begins.
        try await act(["key", "r"], on: screen)
        #expect(await isFinished("out.mp4", in: folder))
        try await act(["key", "r"], on: screen)
        #expect(await appears("out-2.mp4", in: folder))
        let lines = command.output.filter { $0 == "\n" }.count
        #expect(await command.waitForLines(lines + 10))
        try await act(["key", "q"], on: screen)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        var frameCount = 0
        for name in ["out.mp4", "out-2.mp4"] {
            let inspection = try await CommandRunner.run(["inspect", "\(folder.path)/\(name)"])
            #expect(inspection.exitCode == 0, "\(inspection.messages)")
            let movie = try MovieReader(path: "\(folder.path)/\(name)")
            var samples = movie.samples(of: try #require(movie.tracks.first { $0.kind == .video }))
            while try samples.next() != nil { frameCount += 1 }
        }
        // Those of both recordings.
        #expect(
            run.messages.contains(", \(frameCount) frames, in 2 files; "), "\(run.messages)")
    }

    /// A recording that hides faces does what is requested a second later.
    @Test(.enabled(if: hasWindows, "needs xvfb and xdotool"))
    func theSecondOfTwoKeysBeginsARecordingAlsoWhereTheFirstHasEndedNoneYet() async throws {
        let folder = try TemporaryFolder()
        let screen = try await VirtualScreen(width: 320, height: 240)
        let command = try await CommandRunner.start(
            ["record", folder.path + "/out.mp4", "--json", "--preview", "--redact", "blur"]
                + Self.source, environment: environment(screen))
        #expect(await command.waitForLines(20))
        try await act(["key", "r", "r"], on: screen)
        #expect(await appears("out-2.mp4", in: folder))
        try await act(["key", "q"], on: screen)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains(" frames, in 2 files; "), "\(run.messages)")
    }

    @Test(.enabled(if: hasWindows, "needs xvfb and xdotool"))
    func aKeyEndsTheRecordingsThatGoOnAndBeginsNoneWhereOneHasEndedByItself() async throws {
        let folder = try TemporaryFolder()
        let screen = try await VirtualScreen(width: 320, height: 240)
        let command = try await CommandRunner.start(
            [
                "record", folder.path + "/out.mp4", "--json", "--preview", "--max-size", "200kB",
                "--source", "left=synthetic:size=320x240,fps=10,noise=20",
                "--source", "right=synthetic:size=96x72,fps=10",
            ] + CheapDetection.ofOneFace, environment: environment(screen))
        #expect(await command.waitForMessage("left: stopped: "))
        try await act(["key", "r"], on: screen)
        #expect(await isFinished("out-right.mp4", in: folder))
        #expect(await command.waitForLines(command.lineCount + 20))
        #expect(!folder.contents.contains("out-left-2.mp4"))
        try await act(["key", "r"], on: screen)
        #expect(await appears("out-left-2.mp4", in: folder))
        #expect(await appears("out-right-2.mp4", in: folder))
        try await act(["key", "q"], on: screen)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
    }

    @Test(.enabled(if: hasWindows, "needs xvfb and xdotool"))
    func aScreenThatGoesEndsTheRecordingAsItsWindowDoes() async throws {
        let folder = try TemporaryFolder()
        let screen = try await VirtualScreen(width: 320, height: 240)
        let command = try await CommandRunner.start(
            ["record", folder.path + "/out.mp4", "--json", "--preview"] + Self.source,
            environment: environment(screen))
        #expect(await command.waitForLines(15))
        await screen.end()
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.records("end").first?["reason"] as? String == "request")
        #expect(try MovieReader(path: folder.path + "/out.mp4").isFragmented == false)
    }

    @Test(.enabled(if: hasWindows, "needs xvfb and xdotool"))
    func stillsAreSavedWhereTheProgramWasStarted() async throws {
        let folder = try TemporaryFolder()
        let screen = try await VirtualScreen(width: 320, height: 240)
        let command = try await CommandRunner.start(
            ["live", "--json", "--preview"] + Self.source,
            environment: environment(screen), workingDirectory: folder.path)
        #expect(await command.waitForLines(5))
        for number in 1...2 {
            try await act(["key", "s"], on: screen)
            #expect(await command.waitForMessage("saved facecap-still-\(number).jpg"))
        }
        try await act(["key", "q"], on: screen)
        #expect(await command.result().exitCode == 0)
        #expect(folder.contents == ["facecap-still-1.jpg", "facecap-still-2.jpg"])
    }

    private func isFinished(_ name: String, in folder: TemporaryFolder) async -> Bool {
        guard let watch = try? FolderWatch(folder.path) else { return false }
        return await watch.wait {
            (try? MovieReader(path: "\(folder.path)/\(name)"))?.isFragmented == false
        }
    }

    private func appears(_ name: String, in folder: TemporaryFolder) async -> Bool {
        guard let watch = try? FolderWatch(folder.path) else { return false }
        return await watch.wait {
            FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
        }
    }

    // MARK: Terminal

    /// Runs the program in a terminal of 60x20 cells, does something once frames are there, and prints what
    /// the terminal got, whether it echoes again, and the exit code.
    private static let terminal = """
        import fcntl, os, pty, select, signal, struct, sys, termios, time
        action, environment = sys.argv[1], dict(os.environ, TERM="xterm-256color", COLORTERM="truecolor")
        for name in ("FACECAP_TERMINAL_GRAPHICS", "KITTY_WINDOW_ID", "TERM_PROGRAM"):
            environment.pop(name, None)
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 60, 0, 0))
        child = os.fork()
        if child == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            os.tcsetpgrp(slave, os.getpid())
            out = os.open("/dev/null", os.O_WRONLY) if "--json" in sys.argv else slave
            os.dup2(slave, 0), os.dup2(out, 1), os.dup2(slave, 2)
            os.execve(sys.argv[2], sys.argv[2:], environment)
        def read(wait):
            return os.read(master, 65536) if select.select([master], [], [], wait)[0] else b""
        got, end, acted, raw, reaped, status = b"", time.time() + 60, False, False, 0, 0
        while not reaped:
            got += read(0.05)
            if got.count("\\u2580".encode()) > 2000 and not acted:
                acted = True
                raw = not termios.tcgetattr(slave)[3] & termios.ECHO
                if action == "q":
                    os.write(master, b"hq")
                else:
                    os.kill(child, getattr(signal, action))
            if time.time() > end:
                os.kill(child, 9)
            reaped, status = os.waitpid(child, os.WNOHANG)
        while rest := read(0.2):
            got += rest
        echoes = bool(termios.tcgetattr(slave)[3] & termios.ECHO)
        code = os.waitstatus_to_exitcode(status)
        sys.stdout.write(f"{code} {raw} {echoes}\\n" + got.decode(errors="replace"))
        """

    private func runInTerminal(
        _ action: String, _ arguments: [String]
    ) async throws -> (summary: String, screen: String) {
        let run = try await Python.run(
            Self.terminal, arguments: [action, CommandRunner.facecap] + arguments)
        let parts = run.output.split(separator: "\n", maxSplits: 1)
        try #require(parts.count == 2, "\(run.messages)")
        return (String(parts[0]), String(parts[1]))
    }

    @Test(arguments: [
        ("q", "0 True True"), ("SIGINT", "0 True True"), ("SIGTERM", "0 True True"),
        ("SIGQUIT", "-3 True True"),
    ])
    func theTerminalIsGivenBack(_ action: String, _ summary: String) async throws {
        let run = try await runInTerminal(
            action,
            ["live", "--json", "--preview=terminal"] + Self.source)
        #expect(run.summary == summary)
        let begin = try #require(run.screen.range(of: "\u{1B}[?1049h"))
        let end = try #require(run.screen.range(of: "\u{1B}[?1049l"))
        #expect(begin.upperBound < end.lowerBound)
        #expect(run.screen.contains("\u{1B}[38;2;") && run.screen.contains("h help  q stop"))
        #expect(run.screen.contains("\u{1B}[?25h"))
    }

    @Test func theTableGivesWayAndTheSumsFollow() async throws {
        let run = try await runInTerminal(
            "q", ["live", "--preview=terminal"] + Self.source)
        #expect(run.summary == "0 True True")
        let end = try #require(run.screen.range(of: "\u{1B}[?1049l"))
        #expect(run.screen[end.upperBound...].contains("analyzed"))
        #expect(!run.screen[..<end.lowerBound].contains("conf  state"))
    }

    @Test func whereItIsServedIsSaidOnceTheTerminalIsGivenBack() async throws {
        let run = try await runInTerminal(
            "q", ["live", "--preview=terminal", "--serve", ":0"] + Self.source)
        #expect(run.summary == "0 True True")
        let end = try #require(run.screen.range(of: "\u{1B}[?1049l"))
        #expect(run.screen[end.upperBound...].contains("facecap: watch at http://"))
        #expect(!run.screen[..<end.lowerBound].contains("facecap: "))
    }

    @Test func withoutATerminalNothingBegins() async throws {
        let run = try await CommandRunner.run(
            [
                "--wait", "/bin/sh", "-c", "exec \"$0\" live --preview=terminal 2>&1",
                CommandRunner.facecap,
            ],
            of: "/usr/bin/setsid")
        #expect(run.exitCode == 66)
        #expect(run.output.contains("There is no terminal") && run.output.contains("--preview"))
    }
}
