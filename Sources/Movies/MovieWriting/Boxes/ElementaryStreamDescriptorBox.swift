// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-14 5.6, `esds`: the elementary stream descriptor of AAC (14496-1 7.2.6.5).
struct ElementaryStreamDescriptorBox: Equatable {
    /// The AudioSpecificConfig.
    var configuration: [UInt8]

    func write(to writer: inout BoxWriter) {
        let specific = 5 + configuration.count
        let decoder = 5 + 13 + specific
        writer.box("esds", version: 0) { writer in
            Self.head(3, size: 3 + decoder + 6, to: &writer)
            writer.appendZeros(3)  // stream number, no flags
            Self.head(4, size: 13 + specific, to: &writer)
            writer.append(UInt8(0x40))  // ISO/IEC 14496-3
            writer.append(UInt8(0x15))  // a stream of audio
            writer.appendZeros(11)  // buffer and bit rates: unknown
            Self.head(5, size: configuration.count, to: &writer)
            writer.append(contentsOf: configuration)
            Self.head(6, size: 1, to: &writer)
            writer.append(UInt8(2))  // as in every file of this format
        }
    }

    /// A descriptor's tag and its size in four bytes of seven bits (14496-1 8.3.3).
    private static func head(_ tag: UInt8, size: Int, to writer: inout BoxWriter) {
        writer.append(tag)
        for shift in [21, 14, 7, 0] {
            let bits = UInt8(truncatingIfNeeded: size >> shift) & 0x7F
            writer.append(shift == 0 ? bits : bits | 0x80)
        }
    }
}
