// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams
import Testing

/// Opus packets in an Ogg file, one a page: RFC 3533, RFC 7845.
struct OggFile {
    private(set) var bytes: [UInt8] = []
    private var pageCount: UInt32 = 0

    /// - Parameter frameCount: sample frames that are heard, without the priming.
    init(_ samples: [EncodedSample], _ format: EncodedSample.AudioFormat, frameCount: Int) throws {
        let record = try #require(OpusSpecificConfiguration(record: format.configuration))
        let head =
            Array("OpusHead".utf8) + [1, UInt8(record.channelCount)]
            + Self.little(UInt16(record.preSkip)) + Self.little(record.inputSampleRate)
            + Self.little(UInt16(bitPattern: record.outputGain)) + [record.channelMappingFamily]
            + record.channelMapping
        append(head, position: 0, flags: 2)
        append(Array("OpusTags".utf8) + Array(repeating: 0, count: 8), position: 0, flags: 0)
        var position: Int64 = 0
        for (index, sample) in samples.enumerated() {
            let isLast = index == samples.count - 1
            position += 960
            append(
                sample.bytes,
                position: isLast ? Int64(record.preSkip + frameCount) : position,
                flags: isLast ? 4 : 0)
        }
    }

    private mutating func append(_ packet: [UInt8], position: Int64, flags: UInt8) {
        var page = Array("OggS".utf8) + [0, flags] + Self.little(UInt64(bitPattern: position))
        page += Self.little(UInt32(1)) + Self.little(pageCount) + [0, 0, 0, 0]
        let lengths = Array(repeating: UInt8(255), count: packet.count / 255)
        page += [UInt8(lengths.count + 1)] + lengths + [UInt8(packet.count % 255)] + packet
        page.replaceSubrange(22..<26, with: Self.little(Self.checksum(page)))
        bytes += page
        pageCount += 1
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
    }

    private static func checksum(_ page: [UInt8]) -> UInt32 {
        page.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { value, _ in
                value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0)
            }
        }
    }
}
