// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams
import FaceValues
import Foundation
import TestSupport
import Testing

/// What the programs decode of what the encoders made.
extension FFmpegProgram {
    /// What `ffmpeg` decodes of a stream, raw; it must have nothing to say about it.
    static func decode(
        _ stream: [UInt8], as inputFormat: String, _ output: [String]
    ) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let input = try folder.write(stream, to: "stream")
        let raw = folder.path + "/raw"
        let result = try await CommandRunner.run(
            ["-v", "warning", "-f", inputFormat, "-i", input, "-fps_mode", "passthrough"] + output
                + [raw], of: "/usr/bin/ffmpeg")
        // What it says of its own files as well: lengths of raw streams, ends of small frames.
        let harmless = ["Estimating duration", "bitrate parameter", "EOI missing"]
        let remarks = result.messages.split(separator: "\n").filter { remark in
            !harmless.contains { remark.contains($0) }
        }
        #expect(remarks.isEmpty)
        try #require(result.exitCode == 0)
        return Array(try Data(contentsOf: URL(filePath: raw)))
    }

    /// One entry of `ffprobe -show_streams`.
    static func probe(
        _ stream: [UInt8], as inputFormat: String
    ) async throws -> [String: Any] {
        let folder = try TemporaryFolder()
        let input = try folder.write(stream, to: "stream")
        let result = try await CommandRunner.run(
            ["-v", "error", "-f", inputFormat, "-show_streams", "-of", "json", input],
            of: "/usr/bin/ffprobe")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let streams = (object as? [String: Any])?["streams"] as? [[String: Any]]
        return try #require(streams?.first)
    }
}

/// Encoded frames as a byte stream with start codes, which `ffmpeg` reads without a container.
struct ByteStream {
    let bytes: [UInt8]
    /// FFmpeg's name of the format.
    let name: String

    init(_ samples: [EncodedSample], _ format: EncodedSample.VideoFormat) throws {
        var units: [[UInt8]]
        switch format.codec {
        case .h264:
            name = "h264"
            let record = try #require(AVCDecoderConfiguration(record: format.configuration))
            units = record.sequenceParameterSets + record.pictureParameterSets
        case .hevc:
            name = "hevc"
            let record = try #require(HEVCDecoderConfiguration(record: format.configuration))
            units = record.arrays.flatMap(\.units)
        case .av1:
            name = "obu"
            bytes = Array(format.configuration.dropFirst(4)) + samples.flatMap(\.bytes)
            return
        }
        for sample in samples { units += try Self.units(of: sample) }
        bytes = units.flatMap { [0, 0, 0, 1] + $0 }
    }

    /// The NAL units of a sample, which must end with the sample.
    static func units(of sample: EncodedSample) throws -> [[UInt8]] {
        var units: [[UInt8]] = []
        var rest = sample.bytes[...]
        while !rest.isEmpty {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            try #require(length > 0 && length <= rest.count - 4)
            units.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        return units
    }

    /// The frames as `yuv420p` in the order of display, in the range of the stream.
    func decode(width: Int, height: Int) async throws -> [[UInt8]] {
        let raw = try await FFmpegProgram.decode(bytes, as: name, ["-f", "rawvideo"])
        let size = width * height * 3 / 2
        #expect(raw.count.isMultiple(of: size))
        return stride(from: 0, to: raw.count, by: size).map { Array(raw[$0..<$0 + size]) }
    }
}

/// The peak signal-to-noise ratio in decibels.
func peakSignalToNoise(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Double {
    guard left.count == right.count, !left.isEmpty else { return 0 }
    let error = zip(left, right).reduce(0.0) { sum, pair in
        let difference = Double(pair.0) - Double(pair.1)
        return sum + difference * difference
    }
    return error == 0 ? 100 : 10 * log10(255 * 255 * Double(left.count) / error)
}
