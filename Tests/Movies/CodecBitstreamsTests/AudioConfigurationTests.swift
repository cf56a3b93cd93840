// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams
import MovieBoxes
import TestSupport
import Testing

@Suite struct AudioConfigurationTests {
    @Test func noBytesDoHarm() {
        var random = SeededNumbers.fresh()
        for _ in 0..<20000 {
            let noise = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if let configuration = OpusSpecificConfiguration(record: [0] + noise) {
                #expect([0] + noise.prefix(configuration.record.count - 1) == configuration.record)
            }
            _ = OpusSpecificConfiguration(opusHead: Array("OpusHead\u{1}".utf8) + noise)
        }
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
