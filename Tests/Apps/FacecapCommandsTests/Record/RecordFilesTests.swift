// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Files that a user ends and deletes on standard input.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordFilesTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    private func path(_ number: Int) -> String { recording.folder.path + "/movie-00\(number).mp4" }

    @Test func noTablesAreBesideNoMovie() async throws {
        let command = try await recording.start(TestRecording.live, ["--sidecar", "csv,vtt"])
        try command.send(line: "pause")
        #expect(await command.waitForMessage("paused"))
        try command.send(line: "delete-last")
        #expect(await command.waitForMessage("deleted"), "\(command.messages)")
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0 && run.messages.contains("in no file"), "\(run.messages)")
        #expect(recording.folder.contents.isEmpty)
    }

    @Test func aRecordingThatIsRefusedAsItOpensLeavesNoTables() async throws {
        let source = "synthetic:faces=0,size=160x120,frames=5,pace=fast"
        let run = try await recording.run(
            source, ["--audio", "source", "--monitor", "default", "--sidecar", "csv,jsonl"])
        #expect(run.exitCode == 64 && run.messages.contains("--monitor"), "\(run.messages)")
        #expect(recording.folder.contents.isEmpty)
    }

    @Test func aCameraThatWaitsForFacesTellsInItsTablesThatNobodyCame() async throws {
        let run = try await recording.run(
            "synthetic:faces=0,size=160x120,frames=5,pace=fast",
            ["--on-face", "--sidecar", "csv,vtt"])
        #expect(run.exitCode == 0 && run.messages.contains("in no file"), "\(run.messages)")
        #expect(recording.folder.contents == ["movie.csv", "movie.vtt"])
    }

    @Test func splitsAndDeletionsAreAnsweredAsEvents() async throws {
        let command = try await recording.start()
        #expect(await command.waitForLines(20))
        try command.send(line: "delete-last")
        #expect(await command.waitForMessage("no file is done"))
        try command.send(line: "split")
        #expect(await command.waitForMessage("\(recording.path): "), "\(command.messages)")
        #expect(await command.waitForLines(command.lineCount + 10))
        try command.send(line: "split")
        #expect(await command.waitForMessage("\(path(2)): "), "\(command.messages)")
        try command.send(line: "delete-last")
        #expect(await command.waitForMessage("deleted \(path(2))"), "\(command.messages)")
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(recording.movies == [path(3), recording.path])
        let events = try run.records("event").compactMap { record -> String? in
            guard let event = record["event"] as? String else { return nil }
            let place = (record["path"] as? String).map { " " + $0 } ?? ""
            return event.hasPrefix("file_") || event == "warning" ? event + place : nil
        }
        #expect(events.first == "warning")
        for event in [
            "file_started \(path(2))", "file_finished \(recording.path)",
            "file_started \(path(3))", "file_finished \(path(2))", "file_deleted \(path(2))",
            "file_finished \(path(3))",
        ] { #expect(events.contains(event), "\(events)") }
        for movie in recording.movies {
            let probed = try await recording.probe(movie)
            #expect(probed.complaints == "" && (probed.video?.packets.count ?? 0) > 0)
        }
    }

    @Test func aCancelledRecordingKeepsItsFinishedFilesAndSaysWhichOneWent() async throws {
        let command = try await recording.start()
        #expect(await command.waitForLines(20))
        try command.send(line: "split")
        #expect(await command.waitForMessage("\(recording.path): "), "\(command.messages)")
        try command.send(line: "cancel")
        let run = await command.result()
        #expect(run.exitCode == 130)
        #expect(run.messages.contains("cancelled; \(path(2)) was removed\n"), "\(run.messages)")
        #expect(recording.movies == [recording.path])
    }

    private static let besides = ["--sidecar", "csv", "--depth", "synthetic"]

    @Test func aCancelledRecordingLeavesNoFileBesideIt() async throws {
        let command = try await recording.start(TestRecording.live, Self.besides)
        #expect(await command.waitForLines(20))
        try command.send(line: "cancel")
        let run = await command.result()
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(recording.folder.contents == [])
        #expect(!run.messages.contains("depth images"), "\(run.messages)")
    }

    @Test func whereAFileIsKeptSoAreTheFilesBesideIt() async throws {
        let command = try await recording.start(TestRecording.live, Self.besides)
        #expect(await command.waitForLines(20))
        try command.send(line: "split")
        #expect(await command.waitForMessage("\(recording.path): "), "\(command.messages)")
        try command.send(line: "cancel")
        let run = await command.result()
        #expect(run.exitCode == 130, "\(run.messages)")
        #expect(recording.folder.contents == ["movie.csv", "movie.depth.mkv", "movie.mp4"])
        #expect(run.messages.contains("in \(recording.folder.path)/movie.depth.mkv"))
    }

    /// The encoder holds back more frames than that.
    @Test func aShortLengthEndsTheRecordingOfASourceWithoutAClockInTime() async throws {
        let source = "synthetic:faces=0,size=96x64,fps=25,pace=fast,frames=60"
        let words = ["--max-duration", "400ms"] + TestRecording.corner
        let run = try await recording.run(source, words)
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(try #require(try await recording.probe().video).packets.count == 10)
    }

    @Test func progressIsToldOnlyWhereItIsAskedForAndALengthEndsTheRecording() async throws {
        let words = ["--max-duration", "2500ms"] + TestRecording.corner
        // So few frames a second that none is dropped on a busy machine.
        let source = "synthetic:faces=0,size=96x64,fps=2,frames=20"
        let told = try await recording.run(source, words + ["--progress"], json: true)
        #expect(told.exitCode == 0, "\(told.messages)")
        #expect(told.messages.contains("stopped: the files are as long as allowed"))
        #expect(try told.reason == "limit")
        let progress = try told.records("event").filter { $0["event"] as? String == "progress" }
        let lengths = progress.compactMap { $0["duration"] as? Double }
        #expect(lengths.count == 2 && abs((lengths.first ?? 0) - 1) < 0.2, "\(lengths)")
        #expect(progress.allSatisfy { ($0["bytes"] as? Int ?? 0) > 0 && $0["free_bytes"] is Int })
        let packets = try #require(try await recording.probe().video).packets
        #expect(packets.count == 5)

        let silent = try await recording.run(source, words + ["--force"], json: true)
        #expect(silent.exitCode == 0, "\(silent.messages)")
        #expect(try silent.records("event").allSatisfy { $0["event"] as? String != "progress" })
        let alone = try await recording.run(source, ["--progress", "--force"])
        #expect(alone.exitCode == 64 && alone.messages.contains("--json"))
    }
}
