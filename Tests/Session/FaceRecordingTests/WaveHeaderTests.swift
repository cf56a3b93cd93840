// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceRecording

struct WaveHeaderTests {
    private func header(_ frameCount: Int64) -> WaveHeader {
        WaveHeader(
            sampleFormat: .int16, sampleRate: 48_000, channelCount: 2, frameCount: frameCount)
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @Test(arguments: [0, 48_000, 1_073_741_796, 1_073_741_797, 3_000_000_000] as [Int64])
    func theLengthStaysTheSame(_ frameCount: Int64) {
        #expect(header(frameCount).bytes.count == WaveHeader.byteCount)
    }

    @Test func aShortFileHas32BitSizes() {
        let bytes = header(48_000).bytes
        #expect(bytes.prefix(4) == Array("RIFF".utf8)[...])
        #expect(Array(bytes[12..<16]) == Array("JUNK".utf8))
        #expect(number(bytes[4..<8]) == UInt64(WaveHeader.byteCount - 8 + 192_000))
        #expect(number(bytes[112..<116]) == 192_000)
    }

    @Test func aFileBeyondFourGigabytesHas64BitSizes() {
        let bytes = header(3_000_000_000).bytes
        #expect(bytes.prefix(4) == Array("RF64".utf8)[...])
        #expect(Array(bytes[12..<16]) == Array("ds64".utf8))
        #expect(number(bytes[4..<8]) == 0xFFFF_FFFF)
        #expect(number(bytes[20..<28]) == UInt64(WaveHeader.byteCount - 8) + 12_000_000_000)
        #expect(number(bytes[28..<36]) == 12_000_000_000)
        #expect(number(bytes[36..<44]) == 3_000_000_000)
        #expect(number(bytes[112..<116]) == 0xFFFF_FFFF)
    }
}
