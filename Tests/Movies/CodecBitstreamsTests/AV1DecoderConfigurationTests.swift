// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams
import TestSupport
import Testing

/// Units of AV1 that nobody vouches for.
@Suite struct AV1DecoderConfigurationTests {
    @Test func spoiledSequenceHeadersGiveARecordOrNone() {
        var numbers = SeededNumbers.fresh()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &numbers)
            var bytes: [UInt8] = [0x0A, UInt8(count)]
            bytes += (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            guard let configuration = AV1DecoderConfiguration(units: bytes) else { continue }
            let record = configuration.record
            #expect(record.prefix(1) == [0x81] && Array(record.dropFirst(4)) == bytes)
            #expect(AV1DecoderConfiguration(record: record) == configuration)
        }
    }

    @Test func samplesLoseDelimitersAndPaddingAlone() {
        let frame: [UInt8] = [0x32, 3, 1, 2, 3]
        let unit: [UInt8] = [0x12, 0] + frame + [0x7A, 1, 0x80] + [0x30, 9, 9]
        let sample = unit.withUnsafeBytes { AV1DecoderConfiguration.makeSample($0) }
        #expect(sample == frame + [0x32, 2, 9, 9])
        let clean = frame.withUnsafeBytes { AV1DecoderConfiguration.makeSample($0) }
        #expect(clean == frame)
        let empty = [UInt8]().withUnsafeBytes { AV1DecoderConfiguration.makeSample($0) }
        #expect(empty == [])
    }
}
