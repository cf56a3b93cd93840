// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The process that decodes, as users meet it.
@Suite struct SandboxProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a program in a system without Landlock, or without filters of system calls either: as old kernels and
    /// containers are. Source: seccomp(2); the numbers are those of x86-64 and arm64.
    private static let olderSystem = """
        import ctypes, errno, os, platform, struct, sys
        is_arm = platform.machine() == 'aarch64'
        seccomp, architecture = (277, 0xC00000B7) if is_arm else (317, 0xC000003E)
        refused = [444, 445, 446] + ([seccomp] if sys.argv[1] == 'none' else [])
        steps = [(0x20, 0, 0, 4), (0x15, 1, 0, architecture), (0x06, 0, 0, 0x7FFF0000), (0x20, 0, 0, 0)]
        for number in refused:
            steps += [(0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | errno.ENOSYS)]
        steps += [(0x06, 0, 0, 0x7FFF0000)]
        code = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *step) for step in steps))
        class Program(ctypes.Structure):
            _fields_ = [('length', ctypes.c_ushort), ('filter', ctypes.c_void_p)]
        program = Program(len(steps), ctypes.addressof(code))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.prctl(38, 1, 0, 0, 0) == 0
        assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0
        os.execv(sys.argv[2], sys.argv[2:])
        """

    private func movie(frames: Int = 20) async throws -> String {
        let path = folder.path + "/in.mp4"
        let made = try await CommandRunner.run(
            [
                "record", path, "--source",
                "synthetic:faces=1,size=160x120,frames=\(frames),pace=fast",
            ] + CheapDetection.ofNobody)
        try #require(made.exitCode == 0, "\(made.messages)")
        return path
    }

    private func run(_ arguments: [String], in system: String) async throws -> CommandResult {
        let script = try folder.write(Array(Self.olderSystem.utf8), to: "system.py")
        return try await CommandRunner.run(
            ["python3", script, system, CommandRunner.facecap] + arguments, of: "/usr/bin/env")
    }

    @Test(arguments: ["seccomp", "none"])
    func anOlderSystemIsToldOf(_ system: String) async throws {
        let path = try await movie()
        let arguments = ["live", "--json", "--source", path] + CheapDetection.ofNobody
        let result = try await run(arguments, in: system)
        #expect(result.exitCode == 0, "\(result.messages)")
        let records = try JSONLines.parse(result.output)
        #expect(records.first?["sandbox"] as? String == system)
        #expect(records.last?["sandbox"] as? String == system)
        #expect(records.count { $0["type"] as? String == "faces" } == 20)

        let refused = try await run(arguments + ["--require-sandbox"], in: system)
        #expect(refused.exitCode == 71)
        #expect(refused.messages.contains("(\(system))"), "\(refused.messages)")
        #expect(refused.messages.split(separator: "\n").count == 1)

        let doctor = try await run(["doctor"], in: system)
        #expect(doctor.output.contains("sandbox: \(system)"), "\(doctor.output)")
    }

    /// What is written does not depend on where it was decoded, byte for byte; of what names its time, the frames.
    @Test(arguments: [
        "record --no-clock --source IN OUT.mp4",
        "record --no-clock --passthrough --source IN OUT.mp4",
        "render IN OUT.mp4", "report IN --output OUT.html", "redact IN OUT.mp4",
    ])
    func filesAreTheSameAsWithoutTheProcess(_ command: String) async throws {
        let path = try await movie()
        var files: [Data] = []
        for (name, option) in [("isolated", [String]()), ("plain", ["--no-sandbox"])] {
            var words = command.split(separator: " ").map(String.init)
            let ending = try #require(words.last { $0.hasPrefix("OUT") }).dropFirst(3)
            let output = folder.path + "/" + name + ending
            words = words.map { $0 == "IN" ? path : $0.hasPrefix("OUT") ? output : $0 }
            if words[0] == "record" { words += CheapDetection.ofNobody }
            let run = try await CommandRunner.run(words + option)
            try #require(run.exitCode == 0, "\(run.messages)")
            if ["redact", "render"].contains(words[0]) {
                let frames = try await CommandRunner.run(
                    ["-v", "error", "-i", output, "-f", "framemd5", "-"], of: "/usr/bin/ffmpeg")
                files.append(Data(frames.output.utf8))
            } else {
                files.append(try Data(contentsOf: URL(filePath: output)))
            }
        }
        #expect(files[0].count > 500)
        #expect(files[0] == files[1])
    }

    /// What is typed during a recording is read as the source is.
    @Test func anAddressThatIsTypedIsNotDecodedOutsideTheRequiredSandbox() async throws {
        let script = try folder.write(Array(Self.olderSystem.utf8), to: "system.py")
        let file = try folder.write([1, 2, 3], to: "other.mp4")
        let command = try await CommandRunner.start(
            [
                "python3", script, "none", CommandRunner.facecap, "record",
                folder.path + "/out.mp4", "--source", TestRecording.live, "--require-sandbox",
                "--json",
            ] + CheapDetection.ofNobody, of: "/usr/bin/env", input: nil)
        #expect(await command.waitForLines(3), "\(command.messages)")
        try command.send(line: "camera \(file)")
        #expect(
            await command.waitForMessage("the camera stays: \(file) is not live"),
            "\(command.messages)")
        try command.send(line: "camera udp://127.0.0.1:9?timeout=100000")
        #expect(
            await command.waitForMessage("cannot isolate the decoder (none)"),
            "\(command.messages)")
        try command.send(line: "stop")
        #expect(await command.result().exitCode == 0)
    }

    /// The frames are not decoded, but the codes in them are read in the process.
    @Test func codesOfACameraAreNotReadOutsideTheRequiredSandbox() async throws {
        let source = TestRecording.live + ",frames=3,pace=fast"
        let arguments =
            ["live", "--json", "--codes", "qr", "--source", source] + CheapDetection.ofNobody
        let usual = try await run(arguments, in: "seccomp")
        #expect(usual.exitCode == 0, "\(usual.messages)")
        let refused = try await run(arguments + ["--require-sandbox"], in: "seccomp")
        #expect(refused.exitCode == 71)
        #expect(refused.messages.contains("(seccomp)"), "\(refused.messages)")
    }

    /// The first source is drawn, and only the second one decoded.
    @Test func thePageTellsOfTheSameProcessAsTheStream() async throws {
        let path = try await movie()
        let command = try await CommandRunner.start(
            [
                "live", "--json", "--serve", ":0", "--source", TestRecording.live, "--source", path,
            ] + CheapDetection.ofNobody)
        #expect(await command.waitForMessage("watch at "), "\(command.messages)")
        let words = command.messages.split(whereSeparator: \.isWhitespace)
        let address = try #require(words.first { $0.hasPrefix("http://") })
        let page = try await Python.run(
            """
            import sys, urllib.request
            print(urllib.request.urlopen(sys.argv[1] + "faces.jsonl", timeout=30).readline().decode())
            """, arguments: [String(address)])
        command.send(SIGINT)
        let stream = await command.result()
        let levels = try [page, stream].map { result in
            try JSONLines.parse(result.output).first?["sandbox"] as? String
        }
        #expect(levels[0] != nil && levels[0] == levels[1], "\(page.messages)")
    }

    @Test func whatContradictsItselfIsRefused() async throws {
        let result = try await CommandRunner.run([
            "live", "--json", "--source", "x.mp4", "--no-sandbox", "--require-sandbox",
        ])
        #expect(result.exitCode == 64)
    }

    /// The recording goes on where the process that decodes is ended, and says which frames are not in it.
    @Test func aRecordingGoesOnWhereTheDecoderIsEnded() async throws {
        let source = try await movie(frames: 60)
        let copy = folder.path + "/out.mp4"
        let command = try await CommandRunner.start(
            ["record", copy, "--source", source, "--realtime", "--json"] + CheapDetection.ofNobody)
        #expect(await command.waitForLines(10))
        #expect(Self.endWorker(of: command.processIdentifier))
        let result = await command.result()
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(result.messages.contains("goes on behind the next frame"))
        let records = try JSONLines.parse(result.output)
        let end = try #require(records.last?["frames"] as? [String: Any])
        let dropped = try #require(end["dropped"] as? [String: Int])
        #expect(end["captured"] as? Int == 60)
        let inspection = try await CommandRunner.run(["inspect", copy, "--json"])
        #expect(inspection.exitCode == 0)
        #expect(dropped.keys.allSatisfy { $0 == "decoder_crashed" }, "\(dropped)")
    }

    @Test func noProcessIsLeftWhereACommandHasEnded() async throws {
        // Longer than the system may take to show its processes.
        let source = try await movie(frames: 600)
        let command = try await CommandRunner.start(
            ["live", "--json", "--source", source, "--realtime"] + CheapDetection.ofNobody)
        #expect(await command.waitForLines(5))
        let children = Self.children(of: [command.processIdentifier])
        let workers = Self.children(of: children)
        #expect(children.count == 1 && workers.count == 1)
        command.send(SIGINT)
        #expect(await command.result().exitCode == 0)
        for process in children + workers { #expect(kill(process, 0) != 0 && errno == ESRCH) }
    }

    /// Ends the youngest process that decodes for a program; whether there was one.
    private static func endWorker(of program: Int32) -> Bool {
        guard let worker = children(of: children(of: [program])).max() else { return false }
        return kill(worker, SIGKILL) == 0
    }

    private static func children(of parents: [Int32]) -> [Int32] {
        processes.filter { parents.contains($0.parent) }.map(\.number)
    }

    /// All processes and their parents: proc_pid_stat(5).
    private static var processes: [(number: Int32, parent: Int32)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let number = Int32(name),
                let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return nil }
            let fields = text[end...].split(separator: " ")
            guard fields.count > 2, let parent = Int32(fields[2]) else { return nil }
            return (number, parent)
        }
    }
}
