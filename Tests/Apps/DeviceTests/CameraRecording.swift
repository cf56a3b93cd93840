// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `facecap record` of a camera, and what it said in the end.
struct CameraRecording {
    let folder: TemporaryFolder
    let command: RunningCommand

    var path: String { folder.path + "/movie.mp4" }

    /// Starts to record, with next to no detection, and waits for the first frames.
    init(of source: String = VividDriver.path, _ words: [String] = []) async throws {
        let folder = try TemporaryFolder(inMemory: true)
        command = try await CommandRunner.start(
            [
                "record", folder.path + "/movie.mp4", "--source", source, "--json", "--detector",
                "haar", "--region", "0,0,0.1,0.1", "--preset", "ultrafast",
            ] + words, input: nil)
        self.folder = folder
        try #require(await command.waitForLines(5), "\(command.messages)")
    }

    /// Waits until as many interruptions have begun.
    func waitForInterruptions(_ count: Int, within seconds: Double = 20) async -> Bool {
        await command.waitForOutput(
            #""event":"interrupted""#, times: count, within: seconds)
    }

    /// Waits until as many interruptions are over.
    func waitForReturns(_ count: Int, within seconds: Double = 20) async -> Bool {
        await command.waitForOutput(#""event":"resumed""#, times: count, within: seconds)
    }

    /// Waits until the output has so many more lines: frames flow.
    func waitForFrames(_ count: Int) async -> Bool {
        await command.waitForLines(command.lineCount + count)
    }

    /// Stops the recording.
    func finish() async throws -> Finished {
        try command.send(line: "stop")
        let result = await command.result()
        return try Finished(result, path: path, folder: folder)
    }

    /// What a recording said, and its movie.
    struct Finished {
        let result: CommandResult
        let path: String
        private let folder: TemporaryFolder
        private let records: [[String: Any]]

        init(_ result: CommandResult, path: String, folder: TemporaryFolder) throws {
            self.result = result
            self.path = path
            self.folder = folder
            records = try JSONLines.parse(result.output)
        }

        /// The times of all frames.
        var times: [Double] {
            records.filter { $0["type"] as? String == "faces" }.compactMap { $0["pts"] as? Double }
        }

        /// Frames that reached the movie: their times, and when they were captured.
        var recordedFrames: [(pts: Double, nanoseconds: Int)] {
            records.filter { $0["outcome"] as? String != "dropped" }.compactMap { record in
                guard let pts = record["pts"] as? Double,
                    let nanoseconds = record["monotonic_ns"] as? Int
                else { return nil }
                return (pts, nanoseconds)
            }
        }

        /// Sample frames that the microphone lost, as the end says; `nil` without one.
        var lostAudioCount: Int? { records.last?["lost_sound"] as? Int }

        func events(_ name: String) -> [[String: Any]] {
            records.filter { $0["event"] as? String == name }
        }

        /// A number of the ledger, or the sum of its numbers by reason.
        func frames(_ name: String) -> Int {
            let frames = records.last?["frames"] as? [String: Any]
            if let counts = frames?[name] as? [String: Int] { return counts.values.reduce(0, +) }
            return frames?[name] as? Int ?? -1
        }

        /// Frames that were dropped for a reason.
        func dropped(_ reason: String) -> Int {
            let frames = records.last?["frames"] as? [String: Any]
            return (frames?["dropped"] as? [String: Int])?[reason] ?? 0
        }

        /// Whether every frame has its record and its one end, in order of time.
        var addsUp: Bool {
            let numbers = records.compactMap { $0["frame"] as? Int }
            return numbers == Array(0..<frames("captured"))
                && frames("captured")
                    == frames("analysed") + frames("skipped") + frames("dropped")
                && frames("lost") == events("lost").compactMap { $0["count"] as? Int }.reduce(0, +)
                && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        }

        /// The images that can be decoded, and what the decoder complained about.
        func decode() async throws -> (count: Int, complaints: String) {
            let run = try await CommandRunner.run(
                [
                    "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                    "stream=nb_read_frames", "-of", "default=nw=1:nk=1", path,
                ], of: "/usr/bin/ffprobe", within: 300)
            return (Int(run.output.split(separator: "\n").first ?? "") ?? -1, run.messages)
        }

        /// The gaps that the movie tells of: lengths in seconds, and reasons.
        func gaps() async throws -> [(seconds: Double, reason: String)] {
            let run = try await CommandRunner.run(["inspect", "--json", path])
            let object = try JSONLines.parse(run.output).first
            return (object?["gaps"] as? [[String: Any]] ?? []).map { gap in
                (gap["duration"] as? Double ?? -1, gap["reason"] as? String ?? "")
            }
        }
    }
}
