import FoundationEssentials
import TestSupport
import Testing

/// The program where the system gives it little memory.
@Suite struct ScarceMemoryTests {
    private func run(_ words: String, kilobytes: Int) async throws -> CommandResult {
        try await CommandRunner.run(
            ["-c", "ulimit -c 0 -v \(kilobytes); exec \(CommandRunner.facecap) \(words)"],
            of: "/bin/sh", environment: ["SWIFT_BACKTRACE": "enable=no"], within: 120)
    }

    @Test func noFrameIsLeftOutOfASuccess() async throws {
        let movie = try await RecordedMovie("synthetic:faces=1,size=1280x720,frames=20,pace=fast")
        for kilobytes in stride(from: 500_000, through: 800_000, by: 60_000) {
            let words = "live --json --no-clock -q --detector haar --source \(movie.path)"
            let run = try await run(words, kilobytes: kilobytes)
            guard run.exitCode == 0 else { continue }
            #expect(try JSONLines.parse(run.output).frames.count == 20, "\(kilobytes)")
        }
    }

    @Test func anEncoderThatCannotStartEndsTheProgram() async throws {
        let folder = try TemporaryFolder()
        for codec in ["libx264", "libx265"] {
            for kilobytes in stride(from: 800_000, through: 1_100_000, by: 100_000) {
                let run = try await run(
                    "record -f \(folder.path)/out.mp4 -q --detector haar --video-codec \(codec)"
                        + " --source synthetic:frames=5,pace=fast,size=320x180",
                    kilobytes: kilobytes)
                #expect([0, 71].contains(run.exitCode), "\(codec) \(kilobytes): \(run.messages)")
            }
        }
    }
}
