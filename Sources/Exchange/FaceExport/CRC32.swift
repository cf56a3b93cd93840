// SPDX-License-Identifier: Apache-2.0
/// The checksum of ZIP archives, over bytes that come piece by piece (APPNOTE 4.4.7, ISO 3309).
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in
            rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320
        }
    }

    private var rest = UInt32.max

    /// The checksum of all bytes so far.
    var value: UInt32 { ~rest }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            rest = rest >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)]
        }
    }
}
