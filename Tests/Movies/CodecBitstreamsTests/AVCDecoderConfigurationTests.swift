// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams
import MovieBoxes
import TestSupport
import Testing

@Suite struct AVCDecoderConfigurationTests {
    /// `seq_parameter_set_id`, `chroma_format_idc` 1 and depths of 8 bits are `1 010 1 1`.
    private let high: [UInt8] = [0x67, 0x64, 0x00, 0x1F, 0b1010_1100, 0x80]
    private let main: [UInt8] = [0x67, 0x4D, 0x40, 0x1E, 0xAC]
    private let image: [UInt8] = [0x68, 0xEE, 0x3C]
    private let start: [UInt8] = [0, 0, 0, 1]

    @Test func theRecordHasTheBytesOfTheStandard() throws {
        let bytes = start + main + start + [0x06, 5, 1] + start + image
        let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
        #expect(
            configuration.record == [1, 0x4D, 0x40, 0x1E, 0xFF, 0xE1, 0, 5] + main + [1, 0, 3]
                + image)
        #expect(configuration.highProfile == nil)
    }

    @Test func highProfilesEndWithChromaAndDepths() throws {
        let more: [UInt8] = [0x6D, 1, 2]
        let bytes = start + high + start + image + start + more
        let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
        #expect(
            configuration.record == [1, 0x64, 0, 0x1F, 0xFF, 0xE1, 0, 6] + high + [1, 0, 3]
                + image + [0xFD, 0xF8, 0xF8, 1, 0, 3] + more)
    }

    @Test func equalParameterSetsCountOnce() throws {
        let bytes = start + main + start + image + start + main + start + [0x68, 1]
        let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
        #expect(configuration.sequenceParameterSets == [main])
        #expect(configuration.pictureParameterSets == [image, [0x68, 1]])
    }

    @Test func withoutBothKindsOfParameterSetsThereIsNone() {
        #expect(AVCDecoderConfiguration(annexB: start + main) == nil)
        #expect(AVCDecoderConfiguration(annexB: start + image) == nil)
        #expect(AVCDecoderConfiguration(annexB: start + [0x67, 0x4D] + start + image) == nil)
        #expect(
            AVCDecoderConfiguration(annexB: start + high.prefix(4) + start + image) == nil)
    }

    @Test func setsThatDoNotFitIntoTheRecordAreRefused() {
        let many = (0..<32).flatMap { start + main + [UInt8($0 + 1)] }
        #expect(AVCDecoderConfiguration(annexB: many + start + image) == nil)
        let large = main + [UInt8](repeating: 0x55, count: 65536)
        #expect(AVCDecoderConfiguration(annexB: start + large + start + image) == nil)
    }

    @Test func aRecordIsReadAsItWasWritten() throws {
        for sequence in [main, high] {
            let bytes = start + sequence + start + image
            let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
            #expect(AVCDecoderConfiguration(record: configuration.record) == configuration)
        }
    }

    @Test func aRecordMayLackTheBytesOfTheHighProfiles() throws {
        let bytes = start + high + start + image
        let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
        #expect(
            AVCDecoderConfiguration(record: configuration.record.dropLast(4)) == configuration)
    }

    @Test func aRecordCutAnywhereElseIsRefused() throws {
        for sequence in [main, high] {
            let bytes = start + sequence + start + image
            let record = try #require(AVCDecoderConfiguration(annexB: bytes)).record
            let mayEnd = sequence == high ? record.count - 4 : record.count
            for count in 0..<record.count where count != mayEnd {
                #expect(AVCDecoderConfiguration(record: Array(record.prefix(count))) == nil)
            }
        }
    }

    @Test func aRecordSaysItsLengthSize() throws {
        var record = try #require(
            AVCDecoderConfiguration(annexB: start + main + start + image)
        ).record
        for (bits, size) in [(UInt8(0), 1), (1, 2), (3, 4)] {
            record[4] = 0xFC | bits
            #expect(AVCDecoderConfiguration(record: record)?.nalLengthSize == size)
        }
        record[4] = 0xFE
        #expect(AVCDecoderConfiguration(record: record) == nil)
    }

    @Test func aSampleKeepsWhatTheRecordDoesNotHave() throws {
        let bytes = start + main + start + image
        let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
        let other: [UInt8] = [0x68, 7]
        let access =
            start + [0x09, 0xF0] + start + main + start + image + start + other + start
            + [0x06, 4, 1] + [0, 0, 1, 0x65, 8]
        var filter = ByteStreamFilter(configuration)
        let sample = access.withUnsafeBytes { filter.makeSample($0) }
        #expect(
            sample == [0, 0, 0, 2] + other
                + [0, 0, 0, 3, 0x06, 4, 1, 0, 0, 0, 2, 0x65, 8])
    }

    @Test func knownParameterSetsStayBehindOthersWhichTheyMayReplace() throws {
        let bytes = start + main + start + image
        let configuration = try #require(AVCDecoderConfiguration(annexB: bytes))
        let access = start + [0x68, 7] + start + image + [0, 0, 1, 0x65, 8]
        var filter = ByteStreamFilter(configuration)
        let sample = access.withUnsafeBytes { filter.makeSample($0) }
        #expect(
            sample == [0, 0, 0, 2, 0x68, 7]
                + [0, 0, 0, UInt8(image.count)] + image + [0, 0, 0, 2, 0x65, 8])
    }

    @Test func noBytesDoHarm() {
        var random = SeededNumbers.fresh()
        for _ in 0..<3000 {
            let noise = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = AVCDecoderConfiguration(record: [1] + noise)?.record
            let sets = start + [0x67, 100] + noise + start + [0x68] + noise
            guard let configuration = AVCDecoderConfiguration(annexB: sets) else { continue }
            #expect(AVCDecoderConfiguration(record: configuration.record) == configuration)
        }
    }

    static let encodings = [
        "-pix_fmt yuv420p -profile:v baseline", "-pix_fmt yuv420p -profile:v main",
        "-pix_fmt yuv420p", "-pix_fmt yuv444p",
        "-pix_fmt yuv420p10le", "-pix_fmt yuv420p -x264-params aud=1:bframes=2:keyint=5",
    ]

    @Test(.enabled(if: EncodedFiles.isAvailable, "ffmpeg is not installed"), arguments: encodings)
    func recordAndSamplesAreThoseOfFFmpeg(options: String) async throws {
        let files = try EncodedFiles()
        let (stream, movie) = try await files.make(
            "a.h264", "-f lavfi -i testsrc=s=90x50:d=0.4 -c:v libx264 " + options)
        let configuration = try #require(AVCDecoderConfiguration(annexB: stream))
        #expect(configuration.record == movie.content(ofBox: "avcC"))
        #expect(AVCDecoderConfiguration(record: configuration.record) == configuration)
        let samples = stream.withUnsafeBytes { AnnexB.lengthPrefixed($0) }
        #expect(samples == movie.content(ofBox: "mdat"))
    }
}
