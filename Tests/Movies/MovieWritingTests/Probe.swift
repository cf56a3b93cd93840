// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What the programs `ffprobe`, `ffmpeg` and `exiftool` say of a movie.
enum Probe {
    struct Packet {
        var pts: Int64
        var dts: Int64
        var duration: Int64
        var size: Int
        var position: Int
        var isKey: Bool
    }

    /// What `ffprobe` prints, one line an entry; it has to have no complaints.
    static func lines(
        _ path: String, _ arguments: String, at place: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        let result = try await CommandRunner.run(
            ["-v", "error"] + arguments.split(separator: " ").map(String.init) + [path],
            of: "/usr/bin/ffprobe")
        #expect(result.exitCode == 0, sourceLocation: place)
        #expect(result.messages == "", sourceLocation: place)
        return result.output.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The packets of a stream in the order of the file.
    static func packets(
        of path: String, stream: String = "0", at place: SourceLocation = #_sourceLocation
    ) async throws -> [Packet] {
        let entries = "packet=pts,dts,duration,size,pos,flags"
        return try await lines(
            path, "-select_streams \(stream) -show_entries \(entries) -of csv=p=0", at: place
        ).map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = fields.map { Int64($0) ?? 0 }
            try #require(numbers.count >= 6)
            return Packet(
                pts: numbers[0], dts: numbers[1], duration: numbers[2], size: Int(numbers[3]),
                position: Int(numbers[4]), isKey: fields[5].hasPrefix("K"))
        }
    }

    /// Presentation times of decoded frames in order of display, in ticks.
    static func frameTicks(
        of path: String, stream: String = "v:0", at place: SourceLocation = #_sourceLocation
    ) async throws -> [Int64] {
        try await lines(
            path, "-select_streams \(stream) -show_entries frame=pts -of csv=p=0", at: place
        ).compactMap { Int64($0.split(separator: ",").first ?? "") }
    }

    /// Expects that `ffmpeg` decodes all of a movie without a word.
    static func expectToDecode(_ path: String, at place: SourceLocation = #_sourceLocation)
        async throws
    {
        let result = try await CommandRunner.run(
            [
                "-v", "error", "-xerror", "-i", path, "-map", "0:v?", "-map", "0:a?", "-f", "null",
                "-",
            ],
            of: "/usr/bin/ffmpeg")
        #expect(result.exitCode == 0, sourceLocation: place)
        #expect(result.messages == "", sourceLocation: place)
    }

    /// Expects that `exiftool` finds nothing to complain of.
    static func expectToBeValid(_ path: String, at place: SourceLocation = #_sourceLocation)
        async throws
    {
        let result = try await CommandRunner.run(
            ["-api", "LargeFileSupport=1", "-validate", "-warning", "-error", "-a", "-s3", path],
            of: "/usr/bin/exiftool")
        #expect(result.output == "OK\n", sourceLocation: place)
    }

    /// What `exiftool` prints.
    static func exif(_ path: String, _ arguments: String...) async throws -> [String] {
        let result = try await CommandRunner.run(
            arguments + [path], of: "/usr/bin/exiftool")
        return result.output.split(whereSeparator: \.isNewline).map(String.init)
    }
}
