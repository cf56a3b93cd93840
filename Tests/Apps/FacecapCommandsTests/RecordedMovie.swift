// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// A movie that `facecap record` made, and the stream that it wrote meanwhile.
struct RecordedMovie {
    let folder: TemporaryFolder
    let path: String
    /// The records of `record --json`.
    let live: [[String: Any]]

    /// Records a source with more options.
    init(_ source: String, _ options: [String] = [], name: String = "out.mp4") async throws {
        folder = try TemporaryFolder()
        path = folder.path + "/" + name
        let run = try await CommandRunner.run(
            ["record", path, "--json", "--no-clock", "--quiet", "--source", source] + options,
            environment: SharedMedia.isAvailable
                ? ["FACECAP_MODELS": SharedMedia.path("models")] : [:])
        try #require(run.exitCode == 0, "\(run.messages)")
        live = try JSONLines.parse(run.output)
    }

    /// What `facecap export --format jsonl` makes of it.
    func exported(_ options: [String] = []) async throws -> [[String: Any]] {
        let run = try await CommandRunner.run(["export", path, "--format", "jsonl"] + options)
        try #require(run.exitCode == 0, "\(run.messages)")
        return try JSONLines.parse(run.output)
    }

    /// One of the media programs, whose messages have to be empty.
    func run(_ program: String, _ arguments: String) async throws -> String {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try await CommandRunner.run(words + [path], of: "/usr/bin/" + program)
        try #require(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages == "")
        return run.output
    }

    /// Whether the programs are there that know movies.
    static let canBeProbed = ["ffmpeg", "ffprobe", "exiftool"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// The presentation times of a stream's packets, ascending.
    func times(_ stream: String) async throws -> [Double] {
        try await run(
            "ffprobe",
            "-v error -select_streams \(stream) -show_entries packet=pts_time -of csv=p=0"
        ).split(separator: "\n").compactMap { line in
            Double(line.prefix { $0 != "," })
        }.sorted()
    }
}

extension [[String: Any]] {
    /// The records of frames.
    var frames: [[String: Any]] { filter { $0["type"] as? String == "faces" } }

    /// The time stamps of all frames.
    var times: [Double] { frames.compactMap { $0["pts"] as? Double } }
}
