// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams
import FaceValues
import Foundation
import TestSupport
import Testing

/// A tone of each channel's own height whose loudness swells, by formula.
struct TestAudio {
    let sampleRate: Int
    let channelCount: Int

    func value(_ frame: Int, channel: Int) -> Float {
        let time = Double(frame) / Double(sampleRate)
        let swell = 0.35 + 0.25 * sin(2 * .pi * 3 * time)
        return Float(swell * sin(2 * .pi * (330 + 110 * Double(channel)) * time))
    }

    func samples(_ range: Range<Int>) -> [Float] {
        range.flatMap { frame in (0..<channelCount).map { value(frame, channel: $0) } }
    }

    /// Frames of the tone, with the time that they have in it or another one.
    func buffer(_ range: Range<Int>, at time: MediaTime? = nil) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: samples(range), sampleRate: sampleRate, channelCount: channelCount,
            presentationTime: time
                ?? MediaTime(value: Int64(range.lowerBound), timescale: Int32(sampleRate)))
    }
}

/// What encoded audio decodes to, as interleaved floats, without the priming.
func decode(
    _ samples: [EncodedSample], _ format: EncodedSample.AudioFormat, frameCount: Int
) async throws -> [Float] {
    let output = ["-f", "f32le"]
    let raw: [UInt8]
    switch format.codec {
    case .aac:
        let configuration = try #require(AudioSpecificConfiguration(format.configuration))
        #expect(configuration.sampleRate == format.sampleRate)
        #expect(configuration.channelCount == format.channelCount)
        // ISO/IEC 14496-3 1.A.2: the rate's index follows the object type's five bits.
        let head = format.configuration
        let rate = (head[0] & 7) << 1 | head[1] >> 7
        let channels = head[1] >> 3 & 15
        let stream = samples.flatMap { sample -> [UInt8] in
            let size = sample.bytes.count + 7
            return [
                0xFF, 0xF1, 0x40 | rate << 2 | channels >> 2,
                channels << 6 | UInt8(size >> 11), UInt8(size >> 3 & 255),
                UInt8(size & 7) << 5 | 0x1F, 0xFC,
            ] + sample.bytes
        }
        raw = try await FFmpegProgram.decode(stream, as: "aac", output)
    case .opus:
        let file = try OggFile(samples, format, frameCount: frameCount)
        raw = try await FFmpegProgram.decode(file.bytes, as: "ogg", output)
    }
    let floats = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let skipped = format.codec == .aac ? format.primingFrameCount * format.channelCount : 0
    return Array(floats.dropFirst(skipped))
}

/// The signal-to-noise ratio in decibels.
func signalToNoise(_ decoded: some Collection<Float>, _ expected: some Collection<Float>) -> Double
{
    guard decoded.count == expected.count, !expected.isEmpty else { return -100 }
    var signal = 0.0
    var noise = 0.0
    for (a, b) in zip(decoded, expected) {
        signal += Double(b) * Double(b)
        noise += (Double(a) - Double(b)) * (Double(a) - Double(b))
    }
    return 10 * log10(signal / max(noise, 1e-12))
}
