// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import MediaCodecs
import Testing

@Suite struct AudioResamplerTests {
    private static func tone(_ format: AudioFormat, _ frames: Range<Int>) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: frames.flatMap { frame in
                let value = sin(2 * .pi * 440 * Float(frame) / Float(format.sampleRate)) / 2
                return [Float](repeating: value, count: format.channelCount)
            },
            sampleRate: format.sampleRate, channelCount: format.channelCount,
            presentationTime: MediaTime(
                value: Int64(frames.lowerBound), timescale: Int32(format.sampleRate)))
    }

    @Test(arguments: [(22_050, 1, 48_000, 2), (48_000, 2, 16_000, 1), (44_100, 2, 48_000, 2)])
    func aToneStaysTheSameInStretchesOfAnyLength(
        rate: Int, channels: Int, newRate: Int, newChannels: Int
    ) throws {
        let source = AudioFormat(sampleRate: rate, channelCount: channels)
        let target = AudioFormat(sampleRate: newRate, channelCount: newChannels)
        let resampler = AudioResampler(to: target)
        let own = Self.tone(target, 0..<100)
        #expect(try resampler.convert(own).samples == own.samples)
        var (samples, position): ([Float], Int) = ([], 0)
        for length in [1, 441, 1024, 7, 4800, 333, rate] {
            let stretch = Self.tone(source, position..<position + length)
            let converted = try resampler.convert(stretch)
            #expect(converted.presentationTime == stretch.presentationTime)
            #expect(converted.sampleRate == newRate && converted.channelCount == newChannels)
            samples += converted.samples
            position += length
        }
        let count = samples.count / newChannels
        #expect(abs(count - position * newRate / rate) < 64)
        let first = stride(from: 0, to: samples.count, by: newChannels).map { samples[$0] }
        for channel in 0..<newChannels {
            #expect(first.indices.allSatisfy { samples[$0 * newChannels + channel] == first[$0] })
        }
        let rises = zip(first, first.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let seconds = Double(count) / Double(newRate)
        #expect(abs(Double(rises) - 440 * seconds) < 2)
        let middle = first[(count / 4)..<(3 * count / 4)]
        #expect(abs((middle.max() ?? 0) - 0.5) < 0.02)
    }

    /// A sample a second would be gigabytes at a usual rate.
    @Test func ratesThatNoAudioHasAreRefusedEachTime() throws {
        let resampler = AudioResampler(to: AudioFormat(sampleRate: 48_000, channelCount: 2))
        for rate in [1, 999, 768_001, 1, 1] {
            let audio = AudioSampleBuffer(
                samples: [Float](repeating: 0, count: 65_535), sampleRate: rate, channelCount: 1,
                presentationTime: .zero)
            let error = #expect(throws: FacecapError.self) { try resampler.convert(audio) }
            #expect(error?.code == .formatUnsupported)
        }
        let usual = try resampler.convert(
            Self.tone(AudioFormat(sampleRate: 44_100, channelCount: 1), 0..<44_100))
        #expect(usual.sampleRate == 48_000 && usual.frameCount > 40_000)
    }

    @Test func audioThatWouldBecomeTooMuchIsRefused() throws {
        let resampler = AudioResampler(to: AudioFormat(sampleRate: 768_000, channelCount: 8))
        let audio = AudioSampleBuffer(
            samples: [Float](repeating: 0, count: 65_535), sampleRate: 1000, channelCount: 1,
            presentationTime: .zero)
        let error = #expect(throws: FacecapError.self) { try resampler.convert(audio) }
        #expect(error?.code == .formatUnsupported)
    }
}
