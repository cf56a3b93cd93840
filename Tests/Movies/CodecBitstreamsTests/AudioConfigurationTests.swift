// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams
import MovieBoxes
import TestSupport
import Testing

@Suite struct AudioConfigurationTests {
    @Test func aStereoConfigurationOfTwoBytes() throws {
        let configuration = try #require(AudioSpecificConfiguration([0x11, 0x90]))
        #expect(configuration.objectType == 2)
        #expect(configuration.sampleRate == 48000)
        #expect(configuration.extensionSampleRate == nil)
        #expect(configuration.channelCount == 2)
        #expect(configuration.framesPerPacket == 1024)
    }

    @Test func spectralBandReplicationSaysBothRates() throws {
        // 5, 24,000, 2 channels, 48,000, 2: 00101 0110 0010 0011 00010 000
        let configuration = try #require(AudioSpecificConfiguration([0x2B, 0x11, 0x88, 0x00]))
        #expect(configuration.objectType == 5)
        #expect(configuration.sampleRate == 24000)
        #expect(configuration.extensionSampleRate == 48000)
        #expect(configuration.channelCount == 2)
    }

    @Test func aRateOutsideTheTableHasTwentyFourBits() throws {
        // 2, escape, 44,056, 1 channel: 00010 1111 000000001010110000011000 0001 000
        let configuration = try #require(
            AudioSpecificConfiguration([0x17, 0x80, 0x56, 0x0C, 0x08, 0x00]))
        #expect(configuration.sampleRate == 44056)
        #expect(configuration.channelCount == 1)
    }

    @Test func reservedNumbersAndOtherKindsAreRefused() {
        #expect(AudioSpecificConfiguration([0x00, 0x00]) == nil)
        #expect(AudioSpecificConfiguration([0x16, 0x90, 0]) == nil, "reserved rate")
        #expect(AudioSpecificConfiguration([0x11, 0xC8]) == nil, "reserved channels")
        #expect(AudioSpecificConfiguration([0xF9, 0x48, 0x40, 0]) == nil, "ALS")
        #expect(AudioSpecificConfiguration([0x17, 0x80, 0, 0, 0x08, 0]) == nil, "0 Hz")
        for bytes in [[], [0x11], [0x2B, 0x11, 0x88], [0x17, 0x80, 0x56]] as [[UInt8]] {
            #expect(AudioSpecificConfiguration(bytes) == nil)
        }
    }

    @Test func noBytesDoHarm() {
        var random = SeededNumbers.fresh()
        for _ in 0..<20000 {
            let noise = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if let configuration = AudioSpecificConfiguration(noise) {
                #expect(configuration.channelCount > 0 && configuration.sampleRate > 0)
            }
            if let configuration = OpusSpecificConfiguration(record: [0] + noise) {
                #expect([0] + noise.prefix(configuration.record.count - 1) == configuration.record)
            }
            _ = OpusSpecificConfiguration(opusHead: Array("OpusHead\u{1}".utf8) + noise)
        }
    }

    static let audio: [(rate: Int, channels: Int)] = [
        (48000, 2), (44100, 1), (8000, 1), (96000, 6), (32000, 8), (16000, 3),
    ]

    @Test(.enabled(if: EncodedFiles.isAvailable, "ffmpeg is not installed"), arguments: audio)
    func configurationsOfFFmpegAreUnderstood(audio: (rate: Int, channels: Int)) async throws {
        let files = try EncodedFiles()
        let (_, movie) = try await files.make(
            "a.aac",
            "-f lavfi -i sine=r=\(audio.rate):d=0.3 -ac \(audio.channels) -c:a aac")
        // ISO/IEC 14496-1 7.2.6.7: tag 5, DecoderSpecificInfo, with a length of four bytes.
        let descriptor = try #require(movie.content(ofBox: "esds"))
        let start = try #require(descriptor.offset(of: [5, 0x80, 0x80, 0x80]))
        let length = Int(descriptor[start + 4])
        let bytes = Array(descriptor[(start + 5)..<(start + 5 + length)])
        let configuration = try #require(AudioSpecificConfiguration(bytes))
        #expect(configuration.sampleRate == audio.rate)
        #expect(configuration.channelCount == audio.channels)
        #expect(configuration.objectType == 2)
    }

    @Test func theContentOfDOpsIsBigEndian() throws {
        let head = Array("OpusHead".utf8) + [1, 2, 0x38, 0x01, 0x80, 0xBB, 0, 0, 0xFE, 0xFF, 0]
        let configuration = try #require(OpusSpecificConfiguration(opusHead: head))
        #expect(configuration.preSkip == 312)
        #expect(configuration.inputSampleRate == 48000)
        #expect(configuration.outputGain == -2)
        #expect(configuration.record == [0, 2, 1, 0x38, 0, 0, 0xBB, 0x80, 0xFF, 0xFE, 0])
        #expect(OpusSpecificConfiguration(record: configuration.record) == configuration)
        for count in 0..<head.count {
            #expect(OpusSpecificConfiguration(opusHead: Array(head.prefix(count))) == nil)
        }
        for count in 0..<configuration.record.count {
            let cut = Array(configuration.record.prefix(count))
            #expect(OpusSpecificConfiguration(record: cut) == nil)
        }
    }

    @Test func threeChannelsNeedAMapping() throws {
        let head = Array("OpusHead".utf8) + [1, 3, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(OpusSpecificConfiguration(opusHead: head + [0]) == nil)
        let mapping: [UInt8] = [2, 1, 0, 2, 1]
        let configuration = try #require(OpusSpecificConfiguration(opusHead: head + [1] + mapping))
        #expect(configuration.channelMapping == mapping)
        #expect(OpusSpecificConfiguration(opusHead: head + [1] + mapping.dropLast()) == nil)
    }

    @Test(
        .enabled(if: EncodedFiles.isAvailable, "ffmpeg is not installed"), arguments: [1, 2, 6])
    func theContentOfDOpsIsThatOfFFmpeg(channels: Int) async throws {
        let files = try EncodedFiles()
        let (stream, movie) = try await files.make(
            "a.opus", "-f lavfi -i sine=r=48000:d=0.3 -ac \(channels) -c:a libopus")
        let start = try #require(stream.offset(of: "OpusHead".utf8))
        let configuration = try #require(
            OpusSpecificConfiguration(opusHead: Array(stream[start...].prefix(40))))
        #expect(configuration.channelCount == channels)
        #expect(configuration.record == movie.content(ofBox: "dOps"))
    }
}
