// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Testing

/// The `ffmpeg` and `ffprobe` programs, which make the media of these tests and say the truth about
/// them; tests that need them are skipped where they are absent.
public enum FFmpegProgram {
    /// Whether both are there.
    public static let isAvailable = ["ffmpeg", "ffprobe"].allSatisfy {
        run($0, ["-version"]) != nil
    }

    /// What a program prints; `nil` when it cannot be run or fails.
    public static func run(_ program: String, _ arguments: [String]) -> Data? {
        CommandRunner.output(of: [program] + arguments)
    }

    /// Presentation times in seconds, in the order of display, as `ffprobe` prints them.
    public static func presentationTimes(of path: String) throws -> [String] {
        let output = try #require(
            run(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", "v:0", "-show_entries",
                    "frame=best_effort_timestamp_time", "-of", "csv=p=0", path,
                ]))
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ",")) }
    }

    /// A packet of a stream as `ffprobe` sees it.
    public struct Packet: Decodable {
        /// Ticks.
        public let pts: Int64?
        /// Ticks.
        public let dts: Int64?
        /// Ticks.
        public let duration: Int64?
        /// Bytes.
        public let size: String
        /// Where it begins in the file.
        public let pos: String?
        /// `K` where decoding can begin.
        public let flags: String
        /// The checksum of its bytes.
        public let dataHash: String
    }

    /// The packets of the first stream of a kind, `v` or `a`, in the container's order.
    public static func packets(of path: String, _ kind: String) throws -> [Packet] {
        struct Answer: Decodable { let packets: [Packet] }
        let output = try #require(
            run(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", kind + ":0", "-show_packets",
                    "-show_data_hash", "adler32", "-of", "json", path,
                ]))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: output).packets
    }

    /// All frames in a pixel format, rows without padding, one after the other.
    public static func rawImages(of path: String, pixelFormat: String) throws -> [UInt8] {
        let output = try #require(
            run(
                "ffmpeg",
                [
                    "-v", "error", "-noautorotate", "-i", path, "-vsync", "passthrough",
                    "-pix_fmt", pixelFormat, "-f", "rawvideo", "-",
                ]))
        return Array(output)
    }
}
