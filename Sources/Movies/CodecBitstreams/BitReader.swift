// SPDX-License-Identifier: Apache-2.0
/// Reads numbers of any width from bytes that nobody vouches for: what is not there is `nil`.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// A reader of a NAL unit's payload, without the bytes that keep start codes out of it
    /// (ISO/IEC 14496-10 7.4.1, ISO/IEC 23008-2 7.4.2).
    init(unit: some Sequence<UInt8>) {
        var payload: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        bytes = payload
    }

    /// Reads a number of at most 32 bits.
    mutating func read(_ bitCount: Int) -> UInt32? {
        guard 0...32 ~= bitCount, bitCount <= bytes.count * 8 - position else { return nil }
        var value: UInt32 = 0
        for _ in 0..<bitCount {
            value = value << 1 | UInt32(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// Reads one bit.
    mutating func readFlag() -> Bool? { read(1).map { $0 == 1 } }

    /// Reads a number of the Exp-Golomb code `ue(v)` (ISO/IEC 14496-10 9.1).
    mutating func readExponentialGolomb() -> UInt32? {
        var zeros = 0
        while true {
            guard zeros < 32, let bit = read(1) else { return nil }
            if bit == 1 { break }
            zeros += 1
        }
        return read(zeros).map { (1 << UInt32(zeros)) - 1 + $0 }
    }

    /// Passes over bits; `nil` when fewer are left.
    mutating func skip(_ bitCount: Int) -> Void? {
        guard bitCount >= 0, bitCount <= bytes.count * 8 - position else { return nil }
        position += bitCount
        return ()
    }
}
