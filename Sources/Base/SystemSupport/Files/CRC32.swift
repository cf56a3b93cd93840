// SPDX-License-Identifier: Apache-2.0
/// The checksum of ZIP archives and PNG files, over bytes that come piece by piece (APPNOTE 4.4.7, ISO/IEC 15948
/// annex D).
package struct CRC32: Sendable {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320
        }
    }

    private var rest = UInt32.max

    /// That of no bytes yet.
    package init() {}

    /// The checksum of all bytes so far.
    package var value: UInt32 { ~rest }

    /// Takes the next bytes.
    package mutating func append(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            rest = rest >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)]
        }
    }
}
