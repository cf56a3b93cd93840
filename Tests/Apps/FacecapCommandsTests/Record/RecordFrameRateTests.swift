// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Another frame rate while a recording runs, as its users ask for it.
@Suite(.enabled(if: ProbedMovie.isAvailable, "needs ffmpeg and ffprobe"))
struct RecordFrameRateTests {
    private let recording: TestRecording

    init() throws { recording = try TestRecording() }

    @Test func theMovieGoesOnAtTheOtherRate() async throws {
        let command = try await recording.start(
            "synthetic:faces=1,size=320x240,fps=20,motion=yaw")
        #expect(await command.waitForLines(20))
        try command.send(line: "rate fast")
        #expect(await command.waitForMessage("'fast' is not a frame rate"), "\(command.messages)")
        try command.send(line: "rate 500")
        #expect(await command.waitForMessage("the frame rate stays: "), "\(command.messages)")
        try command.send(line: "rate 5")
        #expect(await command.waitForMessage("5 frames a second"), "\(command.messages)")
        #expect(await command.waitForLines(command.lineCount + 6))
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")

        let records = try JSONLines.parse(run.output)
        let change = try #require(
            records.firstIndex { $0["event"] as? String == "frame_rate_changed" })
        #expect(records[change]["frame_rate"] as? Double == 5)
        #expect(records.allSatisfy { $0["event"] as? String != "interrupted" })
        let moment = try #require(records[change]["pts"] as? Double)
        let times = records.filter { $0["type"] as? String == "faces" }
            .compactMap { $0["pts"] as? Double }
        let late = times.filter { $0 >= moment }
        #expect(late.count >= 4)
        for (time, next) in zip(late, late.dropFirst()) {
            // Live, a frame may be lost.
            let frames = (next - time) / 0.2
            #expect(frames >= 0.99 && abs(frames - frames.rounded()) < 0.01, "\(late)")
        }
        let movie = try #require(try await recording.probe().video)
        let shown = movie.times
        #expect(shown.last ?? 0 >= (late.last ?? 0) - 0.3)
        let gaps = zip(shown, shown.dropFirst()).map { $1 - $0 }
        #expect(gaps.contains { abs($0 - 0.05) < 0.002 } && gaps.contains { abs($0 - 0.2) < 0.002 })
    }

    /// What is no warning is in the records alone.
    @Test func aQuietRecordingTellsOfChangesInItsRecordsAlone() async throws {
        let source = "synthetic:faces=1,size=160x120,fps=20,motion=still"
        let command = try await recording.start(source, ["--quiet"])
        try command.send(line: "rate 5")
        #expect(
            await command.waitForOutput(#""event":"frame_rate_changed""#), "\(command.messages)")
        try command.send(line: "camera \(source)")
        #expect(await command.waitForOutput(#""event":"resumed""#), "\(command.messages)")
        try command.send(line: "stop")
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(!run.messages.contains("switched to"), "\(run.messages)")
        #expect(!run.messages.contains("the source gives frames again"), "\(run.messages)")
        #expect(!run.messages.contains("frames a second"), "\(run.messages)")
    }
}
