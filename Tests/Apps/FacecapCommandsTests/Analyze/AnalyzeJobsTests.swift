// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport
import Testing

/// `facecap analyze --jobs` as its users see it.
@Suite(.enabled(if: InstalledProgram.ffmpeg != nil)) struct AnalyzeJobsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// Names in a folder, hidden ones too.
    private func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }

    private func analyze(_ inputs: [String], into output: String, jobs: Int? = nil) -> [String] {
        ["analyze"] + inputs + ["--output-dir", path(output), "--sidecar", "csv"]
            + (jobs.map { ["--jobs", "\($0)"] } ?? []) + CheapDetection.ofOneFace
    }

    @Test func jobsWriteWhatOneRunWritesAndSayTheSame() async throws {
        let videos = [
            try await ArchiveVideo.bFrames.make(in: folder),
            try folder.write(Array("no video".utf8), to: "bad.mp4"),
            try await ArchiveVideo.editList.make(in: folder),
        ]
        let one = try await CommandRunner.run(analyze(videos, into: "one"))
        let jobs = try await CommandRunner.run(analyze(videos, into: "jobs", jobs: 3))
        #expect(one.exitCode == 65 && jobs.exitCode == 65, "\(jobs.messages)")
        #expect(jobs.output == one.output.replacing(path("one"), with: path("jobs")))
        #expect(jobs.messages == one.messages.replacing(path("one"), with: path("jobs")))
        #expect(try names("jobs") == names("one"))
        for name in try names("one") {
            #expect(try bytes(path("jobs/" + name)) == bytes(path("one/" + name)), "\(name)")
        }
        let again = try await CommandRunner.run(analyze([videos[0]], into: "jobs", jobs: 2))
        #expect(again.output.contains(",passed over,"))
        #expect(try names("jobs") == names("one"))
    }

    /// Copies of a video have the same parts.
    @Test func copiesOfAVideoAreAnalyzedLikeIt() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        let copies = (0..<3).map { path("copy\($0).mp4") }
        for copy in copies { try FileManager.default.copyItem(atPath: video, toPath: copy) }
        let run = try await CommandRunner.run(analyze([video] + copies, into: "jobs", jobs: 2))
        #expect(run.exitCode == 0, "\(run.messages)")
        let rows = run.output.split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",").dropFirst(2) }
        #expect(rows.count == 4 && Set(rows).count == 1, "\(run.output)")
        let table = try bytes(path("jobs/copy0.csv"))
        #expect(table.count > 1000)
        for copy in 1..<3 { #expect(try bytes(path("jobs/copy\(copy).csv")) == table) }
    }

    @Test func jobsSayWhatIsDamaged() async throws {
        let video = try await FaceTrackMovie.write(to: folder)
        try FaceTrackMovie.spoil(5..<15, of: video)
        var messages: [String] = []
        for jobs in [nil, 2] {
            let run = try await CommandRunner.run(
                analyze([video], into: "out", jobs: jobs) + ["--force"])
            #expect(run.exitCode == 0, "\(run.messages)")
            messages.append(run.messages)
        }
        #expect(messages[0].contains("file.mp4 is damaged: "))
        #expect(messages[0] == messages[1])
    }

    @Test(arguments: [SIGINT, SIGKILL])
    func anInterruptedRunGoesOnWhereItWas(signal: Int32) async throws {
        let videos = [
            try await ArchiveVideo.bFrames.make(in: folder),
            try await ArchiveVideo.editList.make(in: folder),
        ]
        try FileManager.default.createDirectory(
            atPath: path("jobs"), withIntermediateDirectories: true)
        let watch = try FolderWatch(path("jobs"))
        let command = try await CommandRunner.start(analyze(videos, into: "jobs", jobs: 1))
        // What is found in the first video is written while the second one is looked at.
        #expect(await watch.waitForWrite { _ in true })
        command.send(signal)
        let run = await command.result()
        #expect([130, 137, 9].contains(run.exitCode), "\(run.exitCode) \(run.messages)")
        let next = try await CommandRunner.run(analyze(videos, into: "jobs", jobs: 2))
        #expect(next.exitCode == 0, "\(next.messages)")
        let one = try await CommandRunner.run(analyze(videos, into: "one"))
        #expect(one.exitCode == 0)
        #expect(try names("jobs") == names("one"))
        for name in try names("one") {
            #expect(try bytes(path("jobs/" + name)) == bytes(path("one/" + name)), "\(name)")
        }
    }

    @Test func whatSegmentsDoNotGiveIsRefused() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        for words in [["--codes", "qr"], ["--allow-playlist"], ["--stats"]] {
            let run = try await CommandRunner.run(analyze([video], into: "jobs", jobs: 2) + words)
            #expect(run.exitCode == 64 && run.messages.contains("--jobs"), "\(words)")
        }
        try FileManager.default.createDirectory(
            atPath: path("jobs/.facecap-parts"), withIntermediateDirectories: true)
        let lock = open(path("jobs/.facecap-parts"), O_RDONLY | O_CLOEXEC)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let run = try await CommandRunner.run(analyze([video], into: "jobs", jobs: 2))
        #expect(run.exitCode == 75 && run.messages.contains("Another facecap analyze"))
    }

    /// Where the videos are, nothing may be written.
    @Test func aReportAloneIsWrittenWhereItsPageIs() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        try FileManager.default.createDirectory(
            atPath: path("pages"), withIntermediateDirectories: true)
        // No folder of parts can be made there.
        try folder.write([], to: ".facecap-parts")
        let run = try await CommandRunner.run(
            ["analyze", video, "--report", path("pages/page.html"), "--jobs", "2"]
                + CheapDetection.ofOneFace)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try names("pages") == ["page.html"])
    }

    @Test func nothingIsLookedAtWhereATableIsThere() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        let table = String(video.dropLast(4)) + ".csv"
        try Data("mine".utf8).write(to: URL(filePath: table))
        let before = folder.contents
        let run = try await CommandRunner.run(
            ["analyze", video, "--sidecar", "csv", "--jobs", "2"] + CheapDetection.ofOneFace)
        #expect(run.exitCode == 74 && run.messages.contains("exists"), "\(run.messages)")
        #expect(folder.contents == before)
        #expect(try bytes(table) == Data("mine".utf8))
    }

    @Test func aVideoThatCannotBeAnalyzedLeavesNothingBehind() async throws {
        let video = try folder.write(Array("no video".utf8), to: "bad.mp4")
        let run = try await CommandRunner.run(
            ["analyze", video, "--sidecar", "csv", "--jobs", "2"] + CheapDetection.ofOneFace)
        #expect(run.exitCode == 65, "\(run.messages)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bad.mp4"])
    }

    @Test func aVideoThatHasOtherFramesThanItListsIsAnalyzedAsAWhole() async throws {
        let video = path("file.mp4")
        let made = try await CommandRunner.run(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=96x72:r=25:d=16"]
                + ["-c:v", "mpeg4", "-g", "50", video], of: "/usr/bin/ffmpeg")
        try #require(made.exitCode == 0, "\(made.messages)")
        var movie = [UInt8](try bytes(video))
        let frames = movie.ranges(of: [0, 0, 1, 0xB6] as [UInt8])
        // A frame that is not coded, as a bit behind its type and its time says, is not shown.
        movie[frames[210].upperBound + 1] &= ~0x20
        try Data(movie).write(to: URL(filePath: video))
        var tables: [Data] = []
        for jobs in [nil, 2] {
            let run = try await CommandRunner.run(
                analyze([video], into: "out", jobs: jobs) + ["--force"])
            #expect(run.exitCode == 0, "\(run.messages)")
            #expect(run.output.contains(",analysed,399,"), "\(run.output)")
            tables.append(try bytes(path("out/file.csv")))
        }
        #expect(tables[0] == tables[1])
        #expect(try names("out") == ["file.csv", "file.mp4"])
    }

    /// The next call of the same videos looks for them there.
    @Test func partsAreKeptBesideTheFirstVideoThoughItIsDone() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        try folder.write([], to: "first/video.csv")
        // No folder of parts can be made there.
        try folder.write([], to: "second/.facecap-parts")
        for name in ["first", "second"] {
            try FileManager.default.copyItem(atPath: video, toPath: path(name + "/video.mp4"))
        }
        let run = try await CommandRunner.run(
            ["analyze", path("first"), path("second"), "--sidecar", "csv", "--jobs", "2"]
                + CheapDetection.ofOneFace)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.contains(",passed over,") && run.output.contains(",analysed,"))
        #expect(try names("first") == ["video.csv", "video.mp4"])
    }

    @Test func aVideoWhoseCopyIsRefusedIsNotLookedAt() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        try folder.write(Array("no movie".utf8), to: "jobs/bFrames.mp4")
        // No folder of parts can be made there.
        try folder.write([], to: "jobs/.facecap-parts")
        let run = try await CommandRunner.run(analyze([video], into: "jobs", jobs: 2))
        #expect(run.exitCode == 74 && run.output.contains(",failed,"), "\(run.messages)")
        #expect(run.messages.contains("replace it with --force"), "\(run.messages)")
    }

    @Test func partsOfAVideoThatFailedForAnotherReasonAreKept() async throws {
        let video = try await ArchiveVideo.bFrames.make(in: folder)
        // The name of its table would be longer than names can be.
        let long = path(String(repeating: "a", count: 250) + ".mp4")
        try FileManager.default.moveItem(atPath: video, toPath: long)
        let other = try await ArchiveVideo.editList.make(in: folder)
        let run = try await CommandRunner.run(
            ["analyze", long, other, "--sidecar", "jsonl", "--jobs", "2"]
                + CheapDetection.ofOneFace)
        #expect(run.exitCode == 74, "\(run.messages)")
        #expect(folder.contents.contains("editList.jsonl"))
        #expect(try names(".facecap-parts").count { $0.hasSuffix(".fcd") } == 1)
    }

    @Test(arguments: ["-", "http://127.0.0.1:9/video.mp4"])
    func jobsTakeFilesAlone(input: String) async throws {
        let run = try await CommandRunner.run([
            "analyze", input, "--report", path("page.html"), "--jobs", "2",
        ])
        #expect(run.exitCode == 64 && run.messages.contains("--jobs"), "\(run.messages)")
        #expect(folder.contents == [])
    }
}
