// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `facecap analyze` of several files of which one is a pipe that nobody writes to.
@Suite struct AnalyzeFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeVideo() async throws -> String {
        let path = folder.path + "/in/b.mp4"
        try folder.write([], to: "in/notes.txt")
        let run = try await CommandRunner.run(
            ["record", path, "--source", "synthetic:faces=0,size=160x120,frames=5,pace=fast"]
                + CheapDetection.ofNobody)
        try #require(run.exitCode == 0, "\(run.messages)")
        return path
    }

    @Test(arguments: ["analyze IN --output-dir OUT --detector haar", "plan IN --detector haar"])
    func aPipeInAFolderIsNoVideo(command: String) async throws {
        _ = try await makeVideo()
        try #require(mkfifo(folder.path + "/in/a.mp4", 0o600) == 0)
        let words = command.split(separator: " ").map { word in
            word == "IN" ? folder.path + "/in" : word == "OUT" ? folder.path + "/out" : String(word)
        }
        let run = try await CommandRunner.run(words)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.contains("b.mp4") && !run.output.contains("a.mp4"), "\(run.output)")
    }

    @Test(.enabled(if: InstalledProgram.ffmpeg != nil, "needs ffmpeg"))
    func aTransportStreamInAFolderIsAVideo() async throws {
        try folder.write([], to: "in/notes.txt")
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=160x120:d=0.4", "-c:v", "libx264",
                folder.path + "/in/c.ts",
            ], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        let run = try await CommandRunner.run(analyze())
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/out/c.csv"))
    }

    private func analyze(_ jobs: [String] = []) -> [String] {
        ["analyze", folder.path + "/in", "--output-dir", folder.path + "/out", "--sidecar", "csv"]
            + jobs + CheapDetection.ofNobody
    }

    @Test func whatTheSystemLacksForAllVideosIsSaidOnce() async throws {
        let video = try await makeVideo()
        try FileManager.default.copyItem(atPath: video, toPath: folder.path + "/in/c.mp4")
        let run = try await CommandRunner.run(
            ["-c", "ulimit -n 14; exec \"$@\"", "sh", CommandRunner.facecap]
                + analyze(["--jobs", "2"]), of: "/bin/bash")
        #expect(run.exitCode == 71, "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
        #expect(run.output.components(separatedBy: ".mp4,failed,").count == 3, "\(run.output)")
    }

    @Test(arguments: [[], ["--jobs", "2"]])
    func aMovieThatIsMissingIsWrittenBesideItsTable(jobs: [String]) async throws {
        _ = try await makeVideo()
        let (movie, table) = (folder.path + "/out/b.mp4", folder.path + "/out/b.csv")
        try #require(try await CommandRunner.run(analyze(jobs)).exitCode == 0)
        let written = try #require(FileManager.default.contents(atPath: movie))
        try folder.write(Array("somebody's".utf8), to: "out/b.csv")
        try FileManager.default.removeItem(atPath: movie)
        let run = try await CommandRunner.run(analyze(jobs))
        #expect(run.exitCode == 0 && run.output.contains(",analysed,"), "\(run.messages)")
        #expect(run.messages.contains("\(table) exists and is kept; use --force to replace it"))
        #expect(run.messages.contains("; wrote \(movie)\n"), "\(run.messages)")
        #expect(FileManager.default.contents(atPath: movie) == written)
        #expect(FileManager.default.contents(atPath: table) == Data("somebody's".utf8))
    }

    @Test(
        .enabled(if: !Sanitizer.writesFiles, "the sanitizer needs larger files"),
        arguments: [[], ["--jobs", "2"]])
    func aTableWaitsForItsMovie(jobs: [String]) async throws {
        _ = try await makeVideo()
        // The table fits, the movie does not. What jobs keep meanwhile fits too.
        let run = try await CommandRunner.run(
            [
                "-c", "ulimit -f 4; trap '' XFSZ; exec \"$@\"", "sh", CommandRunner.facecap,
            ] + analyze(jobs), of: "/bin/bash")
        #expect(run.exitCode == 79, "\(run.messages)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
        #expect(names.filter { !$0.hasPrefix(".") } == [])
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsTheProgramAfterTheFirstVideoToo(signal: Int32) async throws {
        let video = try await makeVideo()
        let pipe = folder.path + "/pipe.mp4"
        try #require(mkfifo(pipe, 0o600) == 0)
        let run = try await CommandRunner.start(
            ["analyze", video, pipe, "--output-dir", folder.path + "/out"]
                + CheapDetection.ofNobody)
        #expect(await run.waitForOutput(".mp4,analysed,"), "\(run.messages)")
        // The first may come before the first video's watcher is gone.
        let exitCode = await run.result(sending: signal).exitCode
        #expect([130, 128 + signal].contains(exitCode), "\(exitCode)")
    }

    @Test(arguments: [["--sidecar", "csv"], ["-o", "OUT"]])
    func aSignalEndsAnAnalysisThatWaitsForAPipe(output: [String]) async throws {
        let pipe = folder.path + "/pipe.mkv"
        try #require(mkfifo(pipe, 0o600) == 0)
        let words = output.map { $0 == "OUT" ? folder.path + "/out.mp4" : $0 }
        let run = try await CommandRunner.start(
            ["analyze", pipe] + words + CheapDetection.ofNobody)
        // Returns once the pipe is read.
        let writer = try await OwnThread.run { open(pipe, O_WRONLY) }
        defer { close(writer) }
        run.send(SIGTERM)
        #expect(await run.result().exitCode == 130)
        #expect(folder.contents == ["pipe.mkv"])
    }

    @Test func aSignalWhileAVideoIsWaitedForIsInTheTableAndOnThePage() async throws {
        let video = try await makeVideo()
        let pipe = folder.path + "/pipe.mp4"
        try #require(mkfifo(pipe, 0o600) == 0)
        let page = folder.path + "/page.html"
        let run = try await CommandRunner.start(
            [
                "analyze", video, pipe, "--output-dir", folder.path + "/out", "--report", page,
            ] + CheapDetection.ofNobody)
        #expect(await run.waitForOutput("b.mp4,\(folder.path)/out/b.mp4,analysed,"))
        let result = await run.result(sending: SIGTERM)
        #expect(result.exitCode == 130, "\(result.messages)")
        #expect(
            result.output.hasSuffix("\(pipe),\(folder.path)/out/pipe.mp4,interrupted,,,,\n"),
            "\(result.output)")
        let html = String(
            decoding: FileManager.default.contents(atPath: page) ?? Data(), as: UTF8.self)
        #expect(html.contains("pipe.mp4"))
    }

    /// Starts it with the pipe `rows` for its standard output.
    private func startWritingRows() async throws -> RunningCommand {
        try await CommandRunner.start(
            [
                "-c", "exec \"$@\" > \"$0\"", folder.path + "/rows", CommandRunner.facecap,
            ] + analyze(), of: "/bin/sh")
    }

    @Test func aReaderThatTakesNoRowIsNotWaitedForOnceTheRunIsStopped() async throws {
        _ = try await makeVideo()
        let rows = try folder.makeFullPipe("rows")
        defer { close(rows) }
        // There is room for the names of the columns, and for no row.
        var page = [UInt8](repeating: 0, count: 4096)
        let room = read(rows, &page, page.count)
        let filled = write(rows, page, 4040)
        try #require(room == 4096 && filled == 4040)
        let run = try await startWritingRows()
        #expect(await run.waitForMessage("no face"), "\(run.messages)")
        run.send(SIGTERM)
        let result = await run.result()
        #expect(result.exitCode == 74, "\(result.messages)")
        #expect(result.messages.contains("Nobody has read from"), "\(result.messages)")
    }

    @Test func aSignalBetweenTwoVideosEndsTheRunCleanly() async throws {
        let video = try await makeVideo()
        for index in 0..<80 {
            try FileManager.default.copyItem(
                atPath: video, toPath: folder.path + "/in/c\(index).mp4")
        }
        // A pipe that has room for 4096 bytes, fewer than all rows have: the run does not end before it is read.
        let rows = try folder.makeFullPipe("rows")
        defer { close(rows) }
        var page = [UInt8](repeating: 0, count: 4096)
        let room = read(rows, &page, page.count)
        try #require(room == 4096)
        var output: [UInt8] = []
        func readRows() {
            while case let count = read(rows, &page, page.count), count > 0 {
                output += page.prefix(count)
            }
        }
        let run = try await startWritingRows()
        #expect(await run.waitForMessage("no face"), "\(run.messages)")
        run.send(SIGTERM)
        readRows()
        let result = await run.result()
        readRows()
        let text = String(decoding: output, as: UTF8.self)
        #expect(result.exitCode == 130, "\(result.messages)")
        #expect(text.hasSuffix(".mp4,interrupted,,,,\n"), "\(text)")
        #expect(result.messages.contains("stopped before"), "\(result.messages)")
    }

    @Test func aCopyOfAnotherVideoIsNotPassedOver() async throws {
        let video = try await makeVideo()
        let other = folder.path + "/other/b.mp4"
        try folder.write([], to: "other/notes.txt")
        let made = try await CommandRunner.run(
            ["record", other, "--source", "synthetic:faces=0,size=160x120,frames=9,pace=fast"]
                + CheapDetection.ofNobody)
        try #require(made.exitCode == 0, "\(made.messages)")
        func analyze(_ path: String, _ words: String...) async throws -> CommandResult {
            try await CommandRunner.run(
                ["analyze", path, "--output-dir", folder.path + "/out"] + words
                    + CheapDetection.ofNobody)
        }
        #expect(try await analyze(video).exitCode == 0)
        for words in [[], ["--sidecar", "csv"], ["--jobs", "2"]] {
            let run = try await CommandRunner.run(
                ["analyze", other, "--output-dir", folder.path + "/out"] + words
                    + CheapDetection.ofNobody)
            #expect(run.exitCode == 74 && run.output.contains(",failed,"), "\(words)")
            #expect(run.messages.contains("name another --output-dir"), "\(run.messages)")
        }
        #expect(try await analyze(video).output.contains(",passed over,"))
        #expect(try await analyze(other, "--force").exitCode == 0)
        #expect(try await analyze(other).output.contains(",passed over,"))
    }

    private func copyWithoutFaces(of video: String) async throws -> Data {
        let copy = folder.path + "/plain.mp4"
        let run = try await CommandRunner.run(["strip", video, copy])
        try #require(run.exitCode == 0, "\(run.messages)")
        return try Data(contentsOf: URL(filePath: copy))
    }

    @Test(
        arguments: ["nothing", "text", "half a copy", "a video without faces"],
        [[], ["--jobs", "2"]])
    func whatIsNoCopyWithFacesIsNotPassedOver(content: String, words: [String]) async throws {
        let video = try await makeVideo()
        let bytes = try Data(contentsOf: URL(filePath: video))
        let out = folder.path + "/out/" + URL(filePath: video).lastPathComponent
        func analyze(_ words: [String]) async throws -> CommandResult {
            try await CommandRunner.run(
                ["analyze", video, "--output-dir", folder.path + "/out"] + words
                    + CheapDetection.ofNobody)
        }
        let file: Data =
            switch content {
            case "text": Data("hello\n".utf8)
            case "half a copy": bytes.prefix(bytes.count / 2)
            case "a video without faces": try await copyWithoutFaces(of: video)
            default: Data()
            }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/out", withIntermediateDirectories: true)
        try file.write(to: URL(filePath: out))
        let run = try await analyze(words)
        #expect(run.exitCode == 74 && run.output.contains(",failed,"), "\(run.output)")
        #expect(run.messages.contains("replace it with --force"), "\(run.messages)")
        #expect(try Data(contentsOf: URL(filePath: out)) == file)
        #expect(try await analyze(words + ["--force"]).exitCode == 0)
        #expect(try await analyze(words).output.contains(",passed over,"))
    }

    /// Tables do not say of which video they are.
    @Test func aTableThatIsOlderThanItsVideoIsPointedOut() async throws {
        let video = try await makeVideo()
        let words = ["analyze", folder.path + "/in", "--sidecar", "csv"] + CheapDetection.ofNobody
        try #require(try await CommandRunner.run(words).exitCode == 0)
        let before = try await CommandRunner.run(words)
        #expect(before.output.contains(",passed over,") && !before.messages.contains("is older"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(60)], ofItemAtPath: video)
        let after = try await CommandRunner.run(words)
        #expect(after.exitCode == 0 && after.output.contains(",passed over,"))
        #expect(after.messages.contains("is older than \(video) and is kept; use --force"))
    }

    @Test func aPageMayLieInTheFolderThatIsMade() async throws {
        _ = try await makeVideo()
        let page = folder.path + "/out/page.html"
        let run = try await CommandRunner.run(analyze(["--report", page]))
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(FileManager.default.fileExists(atPath: page))
    }

    @Test func thePageLinksNoVideoToTheCopyOfAnotherOne() async throws {
        let video = try await makeVideo()
        try #require(try await CommandRunner.run(analyze()).exitCode == 0)
        let bytes = Array(try Data(contentsOf: URL(filePath: video)))
        let other = try folder.write(bytes + [0, 0, 0, 8] + Array("free".utf8), to: "other/b.mp4")
        let page = folder.path + "/page.html"
        for isThere in [true, false] {
            if !isThere { try FileManager.default.removeItem(atPath: other) }
            let run = try await CommandRunner.run(
                ["analyze", other, "--output-dir", folder.path + "/out", "--report", page]
                    + CheapDetection.ofNobody)
            #expect(run.exitCode == (isThere ? 74 : 66), "\(run.messages)")
            let text = try String(contentsOfFile: page, encoding: .utf8)
            let name = other.replacing("/", with: "/<wbr>")
            #expect(text.contains(">\(name)<") && !text.contains("href"), "\(text)")
        }
    }
}
