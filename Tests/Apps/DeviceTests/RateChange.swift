// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A recording of a camera in which another frame rate is asked for.
struct RateChange {
    let run: CommandResult
    /// The events by name, and the rates that were told.
    let events: [String]
    let rates: [Double]
    /// Seconds from one frame to the next, in the middle.
    let intervalBefore: Double
    let intervalAfter: Double

    init(
        source: String, size: String, rate: Int, answer: String? = nil
    ) async throws {
        let folder = try TemporaryFolder()
        let command = try await CommandRunner.start(
            [
                "record", folder.path + "/movie.mp4", "--source", source, "--size", size, "--fps",
                "15",
                "--json", "--detector", "haar", "--region", "0,0,0.1,0.1",
            ], input: nil)
        try #require(await command.waitForLines(20), "\(command.messages)")
        let before = command.lineCount
        try command.send(line: "rate \(rate)")
        let answered = await command.waitForMessage(answer ?? "\(rate) frames a second")
        #expect(answered, "\(command.messages)")
        #expect(await command.waitForLines(command.lineCount + 8))
        try command.send(line: "stop")
        run = await command.result()
        let records = try JSONLines.parse(run.output)
        events = records.compactMap { $0["event"] as? String }
        rates = records.filter { $0["event"] as? String == "frame_rate_changed" }
            .compactMap { $0["frame_rate"] as? Double }
        func interval(_ records: ArraySlice<[String: Any]>) -> Double {
            let times = records.filter { $0["type"] as? String == "faces" }
                .compactMap { $0["pts"] as? Double }
            let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
            return intervals.isEmpty ? .nan : intervals[intervals.count / 2]
        }
        intervalBefore = interval(records.prefix(before))
        intervalAfter = interval(records.suffix(7))
    }
}
