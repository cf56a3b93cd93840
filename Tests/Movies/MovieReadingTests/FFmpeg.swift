// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// The `ffmpeg` and `ffprobe` programs, which make videos and say independently what is in them.
enum FFmpeg {
    static let isAvailable = ["ffmpeg", "ffprobe"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// Makes a video in a folder from arguments parted by blanks; returns its path.
    static func make(_ name: String, _ arguments: String, in folder: TemporaryFolder) async throws
        -> String
    {
        let path = folder.path + "/" + name
        let words = arguments.split(separator: " ").map(String.init)
        let result = try await CommandRunner.run(
            ["-v", "error", "-y"] + words + [path], of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0, "\(result.messages)")
        return path
    }

    /// What `ffprobe` says of a video's streams and packets.
    static func probe(_ path: String, _ options: [String] = []) async throws -> ProbedVideo {
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-show_streams", "-show_packets", "-show_format",
                "-show_data_hash", "adler32", "-of", "json",
            ]
                + options + [path],
            of: "/usr/bin/ffprobe")
        try #require(result.exitCode == 0, "\(result.messages)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(ProbedVideo.self, from: Data(result.output.utf8))
    }
}
