// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs
import TestSupport
import Testing

@Suite(.enabled(if: FFmpegProgram.isAvailable, "ffmpeg is not installed"))
struct AudioEncoderTests {
    private func encode(
        _ codec: String, _ buffers: [AudioSampleBuffer]
    ) throws -> (samples: [EncodedSample], encoder: AudioEncoder) {
        let first = try #require(buffers.first)
        let encoder = try AudioEncoder(
            settings: .init(codec: codec), sampleRate: first.sampleRate,
            channelCount: first.channelCount)
        var samples: [EncodedSample] = []
        for buffer in buffers { samples += try encoder.encode(buffer) }
        samples += try encoder.finish()
        return (samples, encoder)
    }

    static let audio: [(codec: String, rate: Int, channels: Int)] = [
        ("aac", 48000, 2), ("aac", 44100, 1), ("aac", 16000, 1), ("aac", 8000, 2),
        ("libopus", 48000, 2), ("libopus", 48000, 1),
    ]

    @Test(arguments: audio)
    func audioOfAnyLengthsComesBackWhole(
        audio: (codec: String, rate: Int, channels: Int)
    ) async throws {
        let tone = TestAudio(sampleRate: audio.rate, channelCount: audio.channels)
        var buffers: [AudioSampleBuffer] = []
        var position = 0
        for length in [1, 441, 1024, 7, 4800, 333, audio.rate] {
            buffers.append(tone.buffer(position..<position + length))
            position += length
        }
        let (samples, encoder) = try encode(audio.codec, buffers)
        let format = encoder.format
        #expect(format.sampleRate == audio.rate && format.channelCount == audio.channels)
        #expect(encoder.insertedFrameCount == 0 && encoder.droppedFrameCount == 0)
        // Packets follow each other without a gap from the priming to the end of the audio.
        #expect(samples.first?.presentationTime.value == -Int64(format.primingFrameCount))
        for (sample, next) in zip(samples, samples.dropFirst()) {
            let duration = try #require(sample.duration)
            #expect(sample.presentationTime.advanced(by: duration) == next.presentationTime)
        }
        let end = try #require(
            samples.last.flatMap { last in
                last.duration.map { last.presentationTime.advanced(by: $0).value }
            })
        #expect(end >= Int64(position))
        #expect(samples.allSatisfy { $0.isSync && $0.decodeTime == $0.presentationTime })
        let decoded = try await decode(samples, format, frameCount: position)
        let expected = tone.samples(0..<position)
        #expect(decoded.count >= expected.count)
        #expect(signalToNoise(decoded.prefix(expected.count), expected) > 15)
    }

    @Test(arguments: [("aac", 48100, 64000), ("libopus", 44100, 48000), ("libopus", 16000, 48000)])
    func aRateThatTheCodecDoesNotHaveIsConverted(
        audio: (codec: String, rate: Int, encoded: Int)
    ) async throws {
        let tone = TestAudio(sampleRate: audio.rate, channelCount: 1)
        let start = MediaTime(value: 3, timescale: 2)
        let buffer = AudioSampleBuffer(
            samples: tone.samples(0..<audio.rate), sampleRate: audio.rate, channelCount: 1,
            presentationTime: start)
        let (samples, encoder) = try encode(audio.codec, [buffer])
        #expect(encoder.format.sampleRate == audio.encoded)
        let first = try #require(samples.first)
        #expect(
            first.presentationTime.value
                == Int64(audio.encoded * 3 / 2 - encoder.format.primingFrameCount))
        let decoded = try await decode(samples, encoder.format, frameCount: audio.encoded)
        let expected = TestAudio(sampleRate: audio.encoded, channelCount: 1)
            .samples(0..<audio.encoded)
        #expect(decoded.count >= expected.count)
        #expect(signalToNoise(decoded.prefix(expected.count), expected) > 15)
    }

    @Test func gapsAreFilledWithSilenceAndOverlapsLeftOut() async throws {
        let rate = 48000
        let tone = TestAudio(sampleRate: rate, channelCount: 1)
        let (samples, encoder) = try encode(
            "aac",
            [
                tone.buffer(0..<24000), tone.buffer(48000..<72000),
                // A second time the end of the last one, then what follows.
                tone.buffer(60000..<96000),
            ])
        #expect(encoder.insertedFrameCount == 24000)
        #expect(encoder.droppedFrameCount == 12000)
        let decoded = try await decode(samples, encoder.format, frameCount: 96000)
        let expected =
            tone.samples(0..<24000) + [Float](repeating: 0, count: 24000)
            + tone.samples(48000..<96000)
        #expect(decoded.count >= expected.count)
        for range in [0..<22000, 50000..<96000] {
            #expect(signalToNoise(decoded[range], expected[range]) > 15, "\(range)")
        }
        #expect(decoded[26000..<46000].allSatisfy { abs($0) < 0.01 })
    }

    @Test func jitterOfTheStampsIsIgnored() throws {
        let tone = TestAudio(sampleRate: 48000, channelCount: 2)
        let buffers = (0..<50).map { index in
            tone.buffer(
                index * 480..<(index + 1) * 480,
                at: MediaTime(
                    value: Int64(index * 480 + [0, 900, -900][index % 3]), timescale: 48000))
        }
        let (samples, encoder) = try encode("aac", buffers)
        #expect(encoder.insertedFrameCount == 0 && encoder.droppedFrameCount == 0)
        #expect(samples.map { $0.bytes.count }.reduce(0, +) > 0)
        #expect(samples.first?.presentationTime.value == -1024)
        #expect(samples.count >= 24)
    }

    @Test func samplesThatAreNoNumbersOrTooLoudDoNoHarm() async throws {
        var samples = TestAudio(sampleRate: 48000, channelCount: 1).samples(0..<48000)
        for (index, value) in [Float.nan, .infinity, -.infinity, 1e30, -1e38].enumerated() {
            samples[9000 + index * 500] = value
        }
        let buffer = AudioSampleBuffer(
            samples: samples, sampleRate: 48000, channelCount: 1, presentationTime: .zero)
        for codec in EncoderCatalogue.audioEncoders {
            let (encoded, encoder) = try encode(codec, [buffer])
            let decoded = try await decode(encoded, encoder.format, frameCount: 48000)
            #expect(decoded.allSatisfy { $0.isFinite && abs($0) < 3 })
        }
    }

    @Test(arguments: ["aac", "libopus"])
    func everyNumberOfChannelsUpToEightIsEncoded(codec: String) throws {
        for channels in 1...8 {
            let encoder = try AudioEncoder(
                settings: .init(codec: codec), sampleRate: 48000, channelCount: channels)
            let tone = TestAudio(sampleRate: 48000, channelCount: channels)
            let samples = try encoder.encode(tone.buffer(0..<4800)) + encoder.finish()
            #expect(samples.count >= 5)
            #expect(encoder.format.channelCount == channels)
        }
    }

    @Test func whatMakesNoSenseIsRefused() throws {
        func error(
            _ rate: Int, _ channels: Int, codec: String = "aac", bitRate: Int? = nil
        ) -> FacecapError? {
            do throws(FacecapError) {
                _ = try AudioEncoder(
                    settings: .init(codec: codec, bitRate: bitRate), sampleRate: rate,
                    channelCount: channels)
                return nil
            } catch {
                return error
            }
        }
        for (rate, channels) in [(0, 2), (-48000, 2), (48000, 0), (48000, 9), (.max, .max)] {
            #expect(error(rate, channels)?.code == .invalidArgument)
        }
        for bitRate in [0, -1, .max] {
            #expect(error(48000, 2, bitRate: bitRate)?.code == .invalidArgument)
        }
        for name in ["mp3", "libx264", "opus", ""] {
            let unknown = error(48000, 2, codec: name)
            #expect(unknown?.code == .invalidArgument)
            #expect(unknown?.message.contains("this FFmpeg has: aac, libopus") == true)
        }
    }

    @Test func audioThatDoesNotFitIsRefused() throws {
        let encoder = try AudioEncoder(settings: .init(), sampleRate: 48000, channelCount: 2)
        func code(_ audio: AudioSampleBuffer) -> FacecapError.Code? {
            do throws(FacecapError) {
                _ = try encoder.encode(audio)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(
            code(TestAudio(sampleRate: 44100, channelCount: 2).buffer(0..<9)) == .invalidArgument)
        #expect(
            code(TestAudio(sampleRate: 48000, channelCount: 1).buffer(0..<9)) == .invalidArgument)
        let tone = TestAudio(sampleRate: 48000, channelCount: 2)
        #expect(code(tone.buffer(0..<0)) == nil)
        #expect(code(tone.buffer(0..<9)) == nil)
        #expect(
            code(tone.buffer(0..<9, at: MediaTime(value: .max, timescale: 1))) == .invalidArgument)
        #expect(
            code(tone.buffer(0..<9, at: MediaTime(value: 4000, timescale: 1))) == .invalidArgument)
        #expect(try encoder.finish().count > 0)
        #expect(code(tone.buffer(0..<9)) == .invalidState)
        #expect(try encoder.finish().isEmpty)
    }
}
