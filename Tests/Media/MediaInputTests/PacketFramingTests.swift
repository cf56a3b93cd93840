// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import MediaInput

@Suite struct PacketFramingTests {
    private func sample(_ bytes: [UInt8], _ framing: PacketFraming) -> [UInt8]? {
        var framing = framing
        return bytes.withUnsafeBytes { framing.makeSample($0) }
    }

    @Test func shortLengthsGrowAndWhatDoesNotDivideIsLeftOut() {
        let one = PacketFraming.shortLengths(1)
        #expect(sample([2, 8, 9, 1, 7], one) == [0, 0, 0, 2, 8, 9, 0, 0, 0, 1, 7])
        #expect(sample([1, 8, 0, 9, 7], one) == [0, 0, 0, 1, 8])
        #expect(sample([0, 2, 8, 9, 255, 255, 1], .shortLengths(2)) == [0, 0, 0, 2, 8, 9])
        #expect(sample([0, 0, 2, 8, 9], .shortLengths(3)) == [0, 0, 0, 2, 8, 9])
        #expect(sample([255, 255], .shortLengths(2)) == nil)
    }

    @Test func nothingMakesNoSample() {
        #expect(sample([], .asInMovies) == nil)
        #expect(sample([], .adts(configuration: [0x12, 0x10])) == nil)
    }

    /// AAC LC, 44,100 Hz, two channels, eight bytes in all: ISO/IEC 13818-7 6.2.
    static let packet: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC, 0x21]

    @Test func headersOfAACAreTakenOff() {
        #expect(sample(Self.packet, .adts(configuration: [0x12, 0x10])) == [0x21])
        #expect(sample(Self.packet, .adts(configuration: [0x11, 0x90])) == nil)
        var checked = Self.packet
        checked[1] = 0xF0
        checked[4] = 0x01
        checked[5] = 0x5F
        checked += [9, 9]
        #expect(sample(checked, .adts(configuration: [0x12, 0x10])) == [9])
    }

    @Test func headersThatMakeNoSenseAreRefused() {
        func header(_ change: (inout [UInt8]) -> Void) -> ADTSHeader? {
            var bytes = Self.packet
            change(&bytes)
            return bytes.withUnsafeBytes { ADTSHeader($0) }
        }
        #expect(header { _ in } != nil)
        #expect(header { $0[0] = 0xFE } == nil)
        #expect(header { $0[2] = 0x7C } == nil, "a reserved sample rate")
        #expect(header { $0[3] = 0x00 } == nil, "channels in the content")
        #expect(header { $0[4] = 0xFF } == nil, "longer than the packet")
        #expect(header { $0[6] = 0xFD } == nil, "two blocks")
        for length in 0..<8 { #expect(header { $0 = Array($0.prefix(length)) } == nil) }
    }
}
