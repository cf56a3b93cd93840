// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// A recording that is killed at a moment, and what is left of it.
struct KilledRecording {
    /// What the recording is doing when it is killed.
    enum Phase: CaseIterable {
        /// It starts: nothing may be there yet.
        case start
        /// It records, with audio.
        case steady
        /// It goes from file to file.
        case split
        /// It finishes files all the time, and writes them again.
        case finishing
        /// It records as fast as it can.
        case fast
    }

    let phase: Phase
    /// The time of the newest frame that it told of as taken in, since the first one; `nil` before that.
    let captured: Double?
    /// The paths of its files, in order.
    let paths: [String]
    let folder: TemporaryFolder

    /// Starts a recording and kills it.
    ///
    /// - Parameters:
    ///   - moment: when, 0..<1 of the frames during which the phase is looked at.
    ///   - video: a video with audio.
    init(_ phase: Phase, at moment: Double, video: String) async throws {
        self.phase = phase
        let folder = try TemporaryFolder(inMemory: true)
        self.folder = folder
        let command = try await CommandRunner.start(
            ["record", "\(folder.path)/movie.mp4", "--json", "--detector", "haar"]
                + Self.words(of: phase, video: video))
        // Frames are counted, not seconds: a busy machine records fewer of them in a second.
        let frames = Int(moment * Self.frames(of: phase))
        if phase != .start { _ = await command.waitForLines(2 + frames) }
        // And not always just after a line.
        try await Task.sleep(for: .milliseconds(phase == .start ? 500 * moment : moment * 50))
        command.send(SIGKILL)
        let run = await command.result()
        let times = run.output.split(separator: "\n").compactMap { line -> Double? in
            // The last line may be torn.
            let record = try? JSONLines.parse(String(line)).first
            guard record?["type"] as? String == "faces", record?["outcome"] as? String != "dropped"
            else { return nil }
            return record?["pts"] as? Double
        }
        captured = times.last.map { $0 - (times.first ?? 0) }
        paths = folder.contents.filter { $0.hasPrefix("movie") }.map { "\(folder.path)/\($0)" }
    }

    private static func words(of phase: Phase, video: String) -> [String] {
        let small = "synthetic:faces=1,size=160x120,fps=30"
        return switch phase {
        case .start: ["--source", small]
        case .steady: ["--source", video, "--realtime", "--audio", "source"]
        case .split: ["--source", small, "--split", "1s"]
        case .finishing: ["--source", small, "--split", "300ms", "--fast-start"]
        case .fast: ["--source", small + ",pace=fast"]
        }
    }

    /// The frames during which the phase is looked at.
    private static func frames(of phase: Phase) -> Double {
        switch phase {
        case .start: 0
        case .finishing, .fast: 75
        case .steady, .split: 120
        }
    }
}
