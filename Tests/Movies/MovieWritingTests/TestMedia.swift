// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Foundation
import MovieWriting
import TestSupport
import Testing

/// Encoded samples that the `ffmpeg` program made, and what the `ffprobe` program says of movies.
struct TestMedia {
    var track: MovieWriter.TrackDescription
    var samples: [EncodedSample]

    static let isAvailable = ["ffmpeg", "ffprobe", "exiftool"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// Frames of `testsrc`: reordered, at an uneven rate where one of three frames is left out.
    static func video(
        seconds: Double = 3, codec: String = "libx264 -bf 3 -g 25",
        orientation: VideoOrientation = .upright
    ) async throws -> TestMedia {
        let uneven = "-vf select='mod(n,3)',setpts=PTS-STARTPTS -vsync vfr"
        let source = try await SourceCache.shared.source(
            "-f lavfi -i testsrc=s=160x120:r=30000/1001:d=\(seconds) \(uneven) -c:v \(codec) "
                + "-preset veryfast -pix_fmt yuv420p -video_track_timescale 30000")
        let isHEVC = codec.contains("265")
        let format = EncodedSample.VideoFormat(
            codec: isHEVC ? .hevc : .h264, width: 160, height: 120, orientation: orientation,
            configuration: try source.content(of: isHEVC ? "hvcC" : "avcC"),
            color: .init(primaries: 1, transfer: 1, matrix: 1, isFullRange: false),
            timescale: 30_000)
        return TestMedia(
            track: .video(format), samples: try await source.samples(timescale: 30_000))
    }

    /// A tone.
    static func audio(seconds: Double = 3, codec: EncodedSample.AudioFormat.Codec = .aac)
        async throws
        -> TestMedia
    {
        let source = try await SourceCache.shared.source(
            "-f lavfi -i sine=d=\(seconds):r=48000 -ac 2 -c:a "
                + (codec == .aac ? "aac" : "libopus"))
        let format = EncodedSample.AudioFormat(
            codec: codec, sampleRate: 48_000, channelCount: 2,
            configuration: try codec == .aac
                ? source.audioSpecificConfig() : source.content(of: "dOps"),
            primingFrameCount: codec == .aac ? 1024 : 312)
        return TestMedia(
            track: .audio(format), samples: try await source.samples(timescale: 48_000))
    }

    /// The same samples at other times.
    func moved(by seconds: Double) -> TestMedia {
        var copy = self
        copy.samples = samples.map { sample in
            let ticks = Int64(seconds * Double(sample.decodeTime.timescale))
            func move(_ time: MediaTime) -> MediaTime {
                MediaTime(value: time.value + ticks, timescale: time.timescale)
            }
            return EncodedSample(
                bytes: sample.bytes, presentationTime: move(sample.presentationTime),
                decodeTime: move(sample.decodeTime), duration: sample.duration,
                isSync: sample.isSync)
        }
        return copy
    }

    /// Presentation times in order of display, in ticks.
    var presentationTicks: [Int64] { samples.map(\.presentationTime.value).sorted() }

    /// From each frame to the next in order of display, in ticks.
    var distances: [Int64] {
        zip(presentationTicks, presentationTicks.dropFirst()).map { $1 - $0 }
    }
}

/// Makes each movie once.
private actor SourceCache {
    static let shared = SourceCache()
    private var sources: [String: Task<Source, any Error>] = [:]

    func source(_ arguments: String) async throws -> Source {
        if let known = sources[arguments] { return try await known.value }
        let new = Task { try await Source(arguments) }
        sources[arguments] = new
        return try await new.value
    }
}

/// A movie of one stream that `ffmpeg` made.
private struct Source: Sendable {
    let folder: TemporaryFolder
    let path: String
    let bytes: [UInt8]

    init(_ arguments: String) async throws {
        folder = try TemporaryFolder()
        path = folder.path + "/source.mp4"
        let words = arguments.split(separator: " ").map(String.init)
        let result = try await CommandRunner.run(
            ["-v", "error", "-nostdin"] + words + [path], of: "/usr/bin/ffmpeg")
        try #require(result.exitCode == 0, "\(result.messages)")
        bytes = Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// What follows the size and the name of the first box with a name.
    func content(of name: String) throws -> [UInt8] {
        let start = try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound
        let size = bytes[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        return Array(bytes[start + 4..<start - 4 + size])
    }

    func audioSpecificConfig() throws -> [UInt8] {
        let descriptor = try content(of: "esds")
        let tag = try #require(descriptor.firstRange(of: [5, 0x80, 0x80, 0x80])).upperBound
        return Array(descriptor[(tag + 1)...].prefix(Int(descriptor[tag])))
    }

    func samples(timescale: Int32) async throws -> [EncodedSample] {
        try await Probe.packets(of: path).map { packet in
            EncodedSample(
                bytes: Array(bytes[packet.position..<packet.position + packet.size]),
                presentationTime: MediaTime(value: packet.pts, timescale: timescale),
                decodeTime: MediaTime(value: packet.dts, timescale: timescale),
                duration: MediaTime(value: packet.duration, timescale: timescale),
                isSync: packet.isKey)
        }
    }
}
