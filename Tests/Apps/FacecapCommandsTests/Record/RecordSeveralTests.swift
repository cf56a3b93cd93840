// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Movies of several cameras.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordSeveralTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    @Test func eachCameraHasItsMovieAndItsSidecars() async throws {
        let run = try await recording.run(
            SeveralCamerasTests.drawn(frames: 5),
            ["--source", "door=" + SeveralCamerasTests.drawn(frames: 8), "--sidecar", "csv"])
        #expect(run.exitCode == 0)
        #expect(
            recording.folder.contents == [
                "movie-0.csv", "movie-0.mp4", "movie-door.csv", "movie-door.mp4",
            ])
        for (name, count) in [("0", 5), ("door", 8)] {
            let movie = try await recording.probe("\(recording.folder.path)/movie-\(name).mp4")
            #expect(movie.video?.packets.count == count)
            #expect(movie.faces?.packets.count == count)
            #expect(run.messages.contains("facecap: \(name): recorded "))
        }
    }

    /// Somebody removes the tables of one camera meanwhile.
    @Test func tablesOfACameraAreCompleteWhateverBecomesOfThoseOfAnother() async throws {
        let command = try await recording.start(
            "left=" + TestRecording.live,
            ["--source", "right=" + TestRecording.live, "--sidecar", "coco,jsonl"]
                + TestRecording.corner)
        #expect(await command.waitForLines(20))
        try FileManager.default.removeItem(atPath: recording.folder.path + "/movie-left.jsonl")
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 74, "\(run.messages)")
        #expect(run.messages.contains("movie-left.jsonl"), "\(run.messages)")
        let table = try Data(
            contentsOf: URL(filePath: recording.folder.path + "/movie-right.coco.json"))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: table) }
        let lines = try String(
            contentsOfFile: recording.folder.path + "/movie-right.jsonl", encoding: .utf8)
        #expect(lines.split(separator: "\n").last?.contains(#""type":"end""#) == true)
        #expect(run.output.split(separator: "\n").last?.contains(#""type":"end""#) == true)
    }

    @Test func aRequestIsForAllCameras() async throws {
        let command = try await recording.start(
            "left=" + TestRecording.live,
            ["--source", "right=" + TestRecording.live] + TestRecording.corner)
        #expect(await command.waitForLines(10))
        try command.send(line: "still \(recording.folder.path)/now.jpg")
        #expect(await command.waitForMessage("now-left.jpg"))
        #expect(await command.waitForMessage("now-right.jpg"))
        try command.send(line: "pause")
        #expect(await command.waitForMessage("left: paused"))
        #expect(await command.waitForMessage("right: paused"))
        try command.send(line: "cancel")
        #expect(await command.result().exitCode == 130)
        #expect(recording.folder.contents == ["now-left.jpg", "now-right.jpg"])
    }

    @Test func theRunEndsWithTheLastRecordingThatReachesItsLimit() async throws {
        // A camera that never ends beside a video that ends at once.
        let run = try await recording.run(
            TestRecording.live,
            ["--source", SeveralCamerasTests.drawn(frames: 2), "--max-size", "66kB"]
                + TestRecording.corner, json: true)
        #expect(run.exitCode == 0)
        #expect(try run.reason == "limit")
        #expect(recording.movies.count == 2)
    }

    @Test func noMovieIsBegunWhereOneExists() async throws {
        try recording.folder.write([1], to: "movie-1.mp4")
        let run = try await recording.run(
            SeveralCamerasTests.drawn(frames: 2),
            ["--source", SeveralCamerasTests.drawn(frames: 2)])
        #expect(run.exitCode == 74)
        #expect(run.messages.contains("movie-1.mp4 exists; use --force"))
        #expect(recording.folder.contents == ["movie-1.mp4"])
    }
}
