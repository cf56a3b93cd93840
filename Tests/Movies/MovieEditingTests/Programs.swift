// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What the programs `ffmpeg`, `ffprobe` and `exiftool` make and say of movies.
enum Programs {
    static let areAvailable = ["ffmpeg", "ffprobe", "exiftool"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// Makes a file with `ffmpeg`.
    static func make(_ path: String, _ arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let result = try await CommandRunner.run(
            ["-v", "error", "-nostdin", "-y"] + words + [path], of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0, "\(result.messages)")
    }

    /// Time stamps, size and MD5 of each packet, by kind of stream; `ffprobe` has to have no complaints.
    static func packets(
        of path: String, withDecodeTimes: Bool = true,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> [String: [String]] {
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-show_packets", "-show_data_hash", "md5", "-of", "json", path,
            ], of: "/usr/bin/ffprobe")
        #expect(result.exitCode == 0, sourceLocation: place)
        #expect(result.messages == "", sourceLocation: place)
        let found = try JSONDecoder().decode(Output.self, from: Data(result.output.utf8))
        return Dictionary(grouping: found.packets, by: \.kind)
            .mapValues { packets in
                packets.map { packet in
                    let decodeTime = withDecodeTimes ? "\(packet.dts)" : ""
                    return "\(packet.pts) \(decodeTime) \(packet.size) \(packet.hash)"
                }
            }
    }

    /// Time in seconds and MD5 of each frame that `ffmpeg` decodes of a stream, as it comes.
    static func frames(
        of path: String, _ stream: String = "v"
    ) async throws -> [(time: Double, hash: String)] {
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-i", path, "-map", "0:\(stream)", "-fps_mode", "passthrough",
                "-copyts",
                "-enc_time_base", "-1", "-f", "framemd5", "-",
            ], of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0 && result.messages == "", "\(result.messages)")
        let lines = result.output.split(separator: "\n")
        let base =
            lines.first { $0.hasPrefix("#tb ") }?.split(whereSeparator: { " /".contains($0) })
            .compactMap { Double($0) } ?? []
        try #require(base.count == 2)
        return try lines.filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: ",").map { $0.filter { $0 != " " } }
            let ticks = try #require(fields.dropFirst(2).first.flatMap { Double($0) })
            return (ticks * base[0] / base[1], fields.last ?? "")
        }
    }

    /// What `ffprobe` prints.
    private struct Output: Decodable {
        struct Packet: Decodable {
            var kind: String
            var pts: Int
            var dts: Int
            var size: String
            var hash: String

            private enum CodingKeys: String, CodingKey {
                case kind = "codec_type"
                case pts, dts, size
                case hash = "data_hash"
            }
        }

        var packets: [Packet]
    }

    /// Expects that `ffmpeg` decodes all of a movie, and `exiftool` finds nothing to complain of.
    static func expectToBeValid(_ path: String, at place: SourceLocation = #_sourceLocation)
        async throws
    {
        let decoding = try await CommandRunner.run(
            [
                "-v", "error", "-xerror", "-i", path, "-map", "0:v?", "-map", "0:a?", "-f", "null",
                "-",
            ], of: "/usr/bin/ffmpeg")
        #expect(decoding.exitCode == 0, sourceLocation: place)
        #expect(decoding.messages == "", sourceLocation: place)
        let validation = try await CommandRunner.run(
            ["-validate", "-warning", "-error", "-a", "-s3", path], of: "/usr/bin/exiftool")
        #expect(validation.output == "OK\n", sourceLocation: place)
    }

    /// The times of the faces that `exiftool` finds.
    static func faceTimes(of path: String) async throws -> [String] {
        let result = try await CommandRunner.run(
            ["-ee", "-a", "-s3", "-n", "-SampleTime", path], of: "/usr/bin/exiftool")
        return result.output.split(whereSeparator: \.isNewline).map(String.init)
    }
}
