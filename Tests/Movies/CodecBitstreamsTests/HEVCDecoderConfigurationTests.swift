// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams
import MovieBoxes
import TestSupport
import Testing

@Suite struct HEVCDecoderConfigurationTests {
    private let start: [UInt8] = [0, 0, 0, 1]
    private let video: [UInt8] = [0x40, 1, 0x0C]
    private let image: [UInt8] = [0x44, 1, 0xC1]
    private let info: [UInt8] = [0x4E, 1, 5, 1, 7]
    private let profile: [UInt8] = [
        0x01, 0x60, 0, 0, 0x03, 0, 0x90, 0, 0, 0x03, 0, 0, 0x03, 0, 0x5D,
    ]
    /// One layer, nested; then `profile` with its emulation prevention; then the parameter set's
    /// number, 4:2:0, 64 x 64, no window, 10 bits: `1 010 0000001000001 0000001000001 0 011 011`.
    private var sequence: [UInt8] {
        [0x42, 1, 0x01] + profile + [
            0b1010_0000, 0b0010_0000, 0b1000_0001, 0b0000_0100, 0b1101_1100,
        ]
    }

    private var stream: [UInt8] {
        start + info + start + video + start + sequence + start + image
    }

    @Test func theRecordHasTheBytesOfTheStandard() throws {
        let configuration = try #require(HEVCDecoderConfiguration(annexB: stream))
        let head: [UInt8] = [
            1, 0x01, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 0x5D, 0xF0, 0, 0xFC, 0xFD, 0xFA, 0xFA, 0,
            0,
            0x0F, 3,
        ]
        let arrays: [UInt8] =
            [0xA0, 0, 1, 0, 3] + video + [0xA1, 0, 1, 0, UInt8(sequence.count)] + sequence
            + [0xA2, 0, 1, 0, 3] + image
        #expect(configuration.record == head + arrays)
    }

    @Test func withoutAllKindsOfParameterSetsThereIsNone() {
        let kinds = [video, sequence, image]
        for missing in 0..<3 {
            let bytes = (0..<3).filter { $0 != missing }.flatMap { start + kinds[$0] }
            #expect(HEVCDecoderConfiguration(annexB: bytes) == nil)
        }
        for count in 3..<sequence.count {
            let bytes = start + video + start + sequence.prefix(count) + start + image
            #expect(HEVCDecoderConfiguration(annexB: bytes) == nil, "\(count) bytes")
        }
    }

    @Test func aRecordIsReadAsItWasWritten() throws {
        let configuration = try #require(HEVCDecoderConfiguration(annexB: stream))
        #expect(HEVCDecoderConfiguration(record: configuration.record) == configuration)
    }

    @Test func aRecordCutAnywhereIsRefused() throws {
        let record = try #require(HEVCDecoderConfiguration(annexB: stream)).record
        for count in 0..<record.count {
            #expect(HEVCDecoderConfiguration(record: Array(record.prefix(count))) == nil)
        }
    }

    @Test func aSampleKeepsWhatTheRecordDoesNotHave() throws {
        let configuration = try #require(HEVCDecoderConfiguration(annexB: stream))
        let access =
            start + [0x46, 1, 0x50] + stream + start + [0x44, 1, 9] + [0, 0, 1, 0x26, 1, 8]
        var filter = ByteStreamFilter(configuration)
        let sample = access.withUnsafeBytes { filter.makeSample($0) }
        #expect(
            sample == [0, 0, 0, 5] + info
                + [0, 0, 0, 3, 0x44, 1, 9, 0, 0, 0, 3, 0x26, 1, 8])
    }

    @Test func noBytesDoHarm() {
        var random = SeededNumbers.fresh()
        for _ in 0..<3000 {
            let noise = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = HEVCDecoderConfiguration(record: [1] + noise)?.record
            let sets =
                start + video + noise + start + sequence.prefix(3) + noise + start + image
            guard let configuration = HEVCDecoderConfiguration(annexB: sets) else { continue }
            #expect(HEVCDecoderConfiguration(record: configuration.record) == configuration)
        }
    }

    static let encodings = [
        "", "-pix_fmt yuv420p10le", "-pix_fmt yuv444p -x265-params log-level=0:temporal-layers=1",
        "-x265-params log-level=0:aud=1:bframes=2:keyint=5",
    ]

    @Test(.enabled(if: EncodedFiles.isAvailable, "ffmpeg is not installed"), arguments: encodings)
    func theRecordIsThatOfFFmpeg(options: String) async throws {
        let files = try EncodedFiles()
        let (stream, movie) = try await files.make(
            "a.hevc",
            "-f lavfi -i testsrc=s=90x50:d=0.4 -c:v libx265 -preset ultrafast " + options,
            "-tag:v hvc1")
        let expected = try #require(movie.content(ofBox: "hvcC"))
        let configuration = try #require(HEVCDecoderConfiguration(annexB: stream))
        #expect(configuration.record == expected)
        #expect(HEVCDecoderConfiguration(record: expected)?.record == expected)
    }
}
