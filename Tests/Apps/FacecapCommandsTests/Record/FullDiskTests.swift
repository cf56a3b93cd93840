// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Recordings where there is no room, or nothing may be written.
@Suite(.serialized, .enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct FullDiskTests {
    private static let short = "synthetic:faces=1,size=160x120,fps=30,pace=fast,frames=150"

    @Test func recordsThatFindNoRoomAreNotSaidToBeARecordingInNoFile() async throws {
        let folder = try TemporaryFolder()
        let run = try await CommandRunner.run(
            [
                "-c", "\"$0\" record \"$1\" --json --detector haar --source \"$2\" > /dev/full",
                CommandRunner.facecap, folder.path + "/movie.mp4", Self.short,
            ], of: "/bin/bash")
        #expect(run.exitCode == 79, "\(run.messages)")
        #expect(run.messages.contains("standard output"), "\(run.messages)")
        #expect(!run.messages.contains("in no file"), "\(run.messages)")
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func aFullDiskKeepsTheWholeFragmentsAndEndsTheRecordsWithAnError() async throws {
        let disk = try SmallFileSystem(kilobytes: 24)
        // Without an end of its own.
        let run = try await disk.record(
            "synthetic:faces=1,size=160x120,fps=30,pace=fast", ["--json"])
        #expect(run.exitCode == 79)
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
        #expect(run.messages.contains("No space left on device"))
        let errors = try run.records("event").filter { $0["event"] as? String == "error" }
        #expect(errors.map { $0["code"] as? String } == ["storage_full"])
        let message = try #require(errors.first?["message"] as? String)
        #expect(run.messages.contains(message))
        #expect(try run.reason == "error")
        let movie = try #require(try await ProbedMovie(path: disk.path("movie.mp4")))
        #expect(movie.complaints == "")
        let video = try #require(movie.video)
        #expect(video.packets.count >= 15)
        #expect(movie.faces?.packets.count == video.packets.count)
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func aMovieThatHasNoRoomForACopyStaysWhole() async throws {
        let disk = try SmallFileSystem(kilobytes: 320)
        let run = try await disk.record(
            "synthetic:faces=1,size=160x120,fps=30,pace=fast",
            ["--max-size", "300kB", "--fast-start"])
        #expect(run.exitCode == 79)
        #expect(run.messages.contains("No space left on device"), "\(run.messages)")
        #expect(disk.contents == ["movie.mp4"])
        let movie = try #require(try await ProbedMovie(path: disk.path("movie.mp4")))
        #expect(movie.complaints == "")
        #expect((movie.video?.packets.count ?? 0) > 30)
        #expect(movie.faces?.times == movie.video?.times)
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func withoutAnythingElseToDoAFullDiskEndsItAtOnce() async throws {
        let disk = try SmallFileSystem(kilobytes: 24)
        // Without an end of its own.
        let run = try await disk.record("synthetic:faces=1,size=160x120,fps=30,pace=fast")
        #expect(run.exitCode == 79)
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
        #expect(try await ProbedMovie(path: disk.path("movie.mp4")) != nil)
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func aFullDiskEndsSidecarsAtAWholeBlockAndIsTold() async throws {
        let disk = try SmallFileSystem(kilobytes: 12)
        // Nobody is seen: there is no movie, which would end the run.
        let run = try await disk.record(
            Self.short, ["--json", "--on-face", "--sidecar", "csv,jsonl"])
        #expect(run.exitCode == 79)
        // Whichever needs the next block first.
        #expect(
            ["csv", "jsonl"].contains {
                run.messages.contains("movie.\($0) cannot be written (No space left on device)")
            })
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
        #expect(try run.records("faces").count == 150)
        let errors = try run.records("event").filter { $0["event"] as? String == "error" }
        #expect(errors.map { $0["code"] as? String } == ["storage_full"])
        #expect(try run.reason == "error")
    }

    @Test(.enabled(if: SmallFileSystem.isAvailable, "needs the right to mount a tmpfs"))
    func aRecordingEndsBeforeADiskHasLessRoomThanWanted() async throws {
        let disk = try SmallFileSystem(kilobytes: 400)
        let run = try await disk.record(
            "synthetic:faces=1,size=160x120,fps=30,pace=fast", ["--json", "--min-free", "340kB"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try run.reason == "limit")
        let movie = try #require(try await ProbedMovie(path: disk.path("movie.mp4")))
        let video = try #require(movie.video)
        #expect(video.packets.count > 30)
        #expect(movie.faces?.times == video.times)
    }

    @Test func whatExistsIsKept() async throws {
        let recording = try TestRecording()
        for name in ["movie.mp4", "movie.csv"] {
            try recording.folder.write([1, 2, 3], to: name)
            let run = try await recording.run(Self.short, ["--sidecar", "csv"], json: true)
            #expect(run.exitCode == 74)
            #expect(run.output == "")
            #expect(run.messages.contains("\(name)"))
            #expect(run.messages.contains("use --force to replace it.\n"))
            #expect(run.messages.filter { $0 == "\n" }.count == 1)
            #expect(recording.folder.contents == [name])
            try FileManager.default.removeItem(atPath: recording.folder.path + "/" + name)
        }
    }

    @Test func whatIsToBeReplacedStaysUntilThereIsSomethingBetter() async throws {
        let recording = try TestRecording()
        try recording.folder.write([1, 2, 3], to: "movie.mp4")
        let failed = try await recording.run("/no/such/file.mp4", ["--force"])
        #expect(failed.exitCode == 66)
        #expect(FileManager.default.contents(atPath: recording.path) == Data([1, 2, 3]))
        let run = try await recording.run(
            "synthetic:size=160x120,pace=fast,frames=5", ["--force"])
        #expect(run.exitCode == 0)
        #expect(try await recording.probe().video?.packets.count == 5)
    }

    @Test(arguments: [
        ("/dev/full", 74, "is not a regular file"),
        ("/no/such/folder/movie.mp4", 74, "create its folder first"),
        ("/tmp", 74, "give the name of a file"),
    ])
    func aPathThatCannotBeWrittenIsOneLine(path: String, code: Int32, line: String) async throws {
        let run = try await CommandRunner.run(
            ["record", path, "--force", "--json", "--source", Self.short] + CheapDetection.ofNobody)
        #expect(run.exitCode == code)
        #expect(run.output == "")
        #expect(run.messages.hasPrefix("facecap: \(path) "))
        #expect(run.messages.contains(line))
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aFolderThatMayNotBeWrittenToIsOneLine() async throws {
        let run = try await CommandRunner.run(
            ["record", "/usr/movie.mp4", "--source", Self.short] + CheapDetection.ofNobody)
        #expect(run.exitCode == 77)
        #expect(run.messages.filter { $0 == "\n" }.count == 1)
    }
}
