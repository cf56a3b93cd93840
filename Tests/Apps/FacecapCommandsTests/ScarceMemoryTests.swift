// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

/// The program where the system gives it little memory, or hardly any file.
@Suite struct ScarceMemoryTests {
    private static let source = "synthetic:faces=1,size=160x120,frames=5,pace=fast,motion=still"

    /// As much as every command wants, on a machine with many processors too.
    private static let plenty = 16_000_000

    /// Some shells set one limit at a time; where one cannot be set, the program does not run.
    private func run(_ words: String, kilobytes: Int) async throws -> CommandResult {
        let limits = "ulimit -c 0 && ulimit -v \(kilobytes)"
        return try await CommandRunner.run(
            ["-c", "\(limits) && exec \(CommandRunner.facecap) \(words)"],
            of: "/bin/sh", environment: ["SWIFT_BACKTRACE": "enable=no"], within: 120)
    }

    /// What the commands read: a movie with faces.
    private static let input = Task {
        let folder = try TemporaryFolder()
        let run = try await CommandRunner.run([
            "record", folder.path + "/in.mp4", "--detector", "haar", "--source", source,
        ])
        try #require(run.exitCode == 0, "\(run.messages)")
        return folder
    }

    @Test(
        .enabled(if: !Sanitizer.isInUse, "a sanitizer takes more addresses than any limit allows"),
        arguments: [
            "record OUT.mp4 -f -q --detector haar --source IN",
            "record OUT.mp4 -f -q --detector haar --video-codec libx265 --source \(source)",
            "analyze IN -o OUT.mp4 -f -q --detector haar",
            "live --json -q --detector haar --source IN",
            "photo OUT.jpg -f -q --detector haar --source IN",
            "redact IN OUT.mp4 -f -q --detector haar",
            "render IN OUT.mp4 -f -q",
            "remux IN OUT.mp4 -f -q",
            "join IN IN -o OUT.mp4 -f -q",
            "export IN --format csv -o OUT.csv -f",
            "report IN -o OUT.html -f -q",
            "help",
        ])
    func aCommandSucceedsOrSaysInOneLineThatThereIsNoMemory(command: String) async throws {
        let input = try await Self.input.value
        let folder = try TemporaryFolder()
        let words = command.replacing("IN", with: input.path + "/in.mp4")
            .replacing("OUT", with: folder.path + "/out")
        for kilobytes in [340_000, 460_000, 600_000, 800_000, Self.plenty] {
            let run = try await run(words, kilobytes: kilobytes)
            guard kilobytes < Self.plenty, run.exitCode != 0 else {
                #expect(run.exitCode == 0, "\(kilobytes): \(run.messages)")
                continue
            }
            #expect(run.exitCode == 71, "\(kilobytes): \(run.messages)")
            #expect(run.messages.hasPrefix("facecap: "), "\(kilobytes): \(run.messages)")
            #expect(run.messages.count { $0 == "\n" } == 1, "\(kilobytes): \(run.messages)")
            #expect(run.messages.contains(/no memory|no room|no more threads/), "\(run.messages)")
            #expect(run.messages.contains("ulimit -v"), "\(run.messages)")
        }
    }

    /// With three it has none but its standard streams, and its libraries cannot be loaded.
    @Test(arguments: 4...18)
    func aCommandThatMayOpenHardlyAnyFileSaysSoInOneLine(count: Int) async throws {
        let folder = try TemporaryFolder()
        for output in ["live --json --no-clock", "record \(folder.path)/out.mp4 -f -q"] {
            let words = "exec \(CommandRunner.facecap) \(output) --source '\(Self.source)'"
            let run = try await CommandRunner.run(
                ["-c", "ulimit -c 0; ulimit -n \(count); \(words) --detector haar"],
                of: "/bin/sh", environment: ["SWIFT_BACKTRACE": "enable=no"])
            #expect([0, 71].contains(run.exitCode), "\(run.messages)")
            guard run.exitCode == 71 else { continue }
            #expect(run.messages.contains("ulimit -n"), "\(run.messages)")
            #expect(run.messages.count { $0 == "\n" } == 1, "\(run.messages)")
        }
    }

    /// Who is not the administrator, whose threads the system does not limit.
    private static let anotherUser = ["--reuid", "65534", "--clear-groups"]

    @Test(
        .enabled(if: getuid() == 0, "needs to be run as root"),
        .enabled("needs a program that other users may run") {
            try await CommandRunner.run(
                anotherUser + [CommandRunner.facecap, "--version"], of: "/usr/bin/setpriv"
            ).exitCode == 0
        }, arguments: 1...4)
    func aCommandThatMayStartHardlyAnyThreadSaysSoInOneLine(count: Int) async throws {
        let run = try await CommandRunner.run(
            Self.anotherUser + [
                "prlimit", "--nproc=\(count):\(count)", CommandRunner.facecap, "live", "--json",
                "--detector", "haar", "--source", Self.source,
            ], of: "/usr/bin/setpriv", environment: ["SWIFT_BACKTRACE": "enable=no"], within: 60)
        #expect(run.exitCode == 71, "\(run.messages)")
        #expect(run.messages.contains("ulimit -u"), "\(run.messages)")
        #expect(run.messages.count { $0 == "\n" } == 1, "\(run.messages)")
    }

    @Test(
        .enabled(if: !Sanitizer.isInUse, "a sanitizer takes more addresses than any limit allows"))
    func noFrameIsLeftOutOfASuccess() async throws {
        let movie = try await RecordedMovie(
            "synthetic:faces=1,size=1280x720,frames=20,pace=fast,motion=still",
            CheapDetection.ofNobody)
        let words = ["live --json --no-clock -q --source", movie.path] + CheapDetection.ofNobody
        for kilobytes in [500_000, 600_000, 700_000, 800_000, Self.plenty] {
            let run = try await run(words.joined(separator: " "), kilobytes: kilobytes)
            guard kilobytes == Self.plenty || run.exitCode == 0 else {
                #expect(run.exitCode == 71, "\(kilobytes): \(run.messages)")
                continue
            }
            #expect(run.exitCode == 0, "\(kilobytes): \(run.messages)")
            let frames = try JSONLines.parse(run.output).frames
            #expect(frames.count == 20, "\(kilobytes)")
            #expect(frames.allSatisfy { $0["analysed"] as? Bool == true }, "\(kilobytes)")
        }
    }

    /// Libraries use memory that they did not get.
    @Test(
        .enabled(
            if: !Sanitizer.isInUse, "the sanitizer handles the signal, and needs memory for that"),
        arguments: [nil, "as", "data"])
    func aCrashIsPutDownToMemoryWhereHardlyAnyIsLeft(limit: String?) async throws {
        let command = try await CommandRunner.start(
            [
                "-c", "ulimit -c 0; exec \(CommandRunner.facecap) \"$@\"", "sh", "live", "--json",
                "--source", "synthetic:faces=0,size=160x120,fps=2",
            ] + CheapDetection.ofNobody, of: "/bin/sh",
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(await command.waitForLines(2))
        if let limit {
            let change = try await CommandRunner.run(
                ["--pid", "\(command.processIdentifier)", "--\(limit)=1000000:1000000"],
                of: "/usr/bin/prlimit")
            #expect(change.exitCode == 0, "\(change.messages)")
        }
        command.send(SIGSEGV)
        let run = await command.result()
        if limit != nil {
            #expect(run.exitCode == 71)
            #expect(run.messages.hasPrefix("facecap: There is no memory"), "\(run.messages)")
            #expect(run.messages.count { $0 == "\n" } == 1)
        } else {
            #expect(run.exitCode == 128 + SIGSEGV)
        }
    }
}
