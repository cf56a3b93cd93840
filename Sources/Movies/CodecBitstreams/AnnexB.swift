// SPDX-License-Identifier: Apache-2.0
/// The byte stream format of H.264 and HEVC: NAL units behind start codes.
///
/// ISO/IEC 14496-10 Annex B and ISO/IEC 23008-2 Annex B.
package enum AnnexB {
    /// Whether the bytes begin with a start code, `00 00 01` or `00 00 00 01`.
    ///
    /// A unit of 256...511 bytes with its length in four bytes before it begins like a start code
    /// too: what divides into such units from its first byte to its last is none.
    package static func isAnnexB(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let zeros = bytes.prefix(3).prefix { $0 == 0 }.count
        guard zeros >= 2, zeros < bytes.count, bytes[zeros] == 1 else { return false }
        return !isLengthPrefixed(bytes)
    }

    /// Calls `body` with where each NAL unit lies, without its start code and the zeros after it.
    ///
    /// What stands before the first start code belongs to no unit, and empty units are passed over.
    package static func forEachUnit<Failure: Error>(
        in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var start: Int?
        var index = 0
        func finish(at end: Int) throws(Failure) {
            guard let start else { return }
            var end = end
            while end > start, bytes[end - 1] == 0 { end -= 1 }
            if end > start { try body(start..<end) }
        }
        while index + 2 < bytes.count {
            // The third byte of a start code is 1: what is greater rules out three places at once.
            if bytes[index + 2] > 1 {
                index += 3
            } else if bytes[index + 2] == 1, bytes[index + 1] == 0, bytes[index] == 0 {
                try finish(at: index)
                index += 3
                start = index
            } else {
                index += 1
            }
        }
        try finish(at: bytes.count)
    }

    /// The units that `isKept` wants, with the length of each in four bytes before it, as samples in
    /// a movie have them (ISO/IEC 14496-15).
    package static func lengthPrefixed(
        _ bytes: UnsafeRawBufferPointer,
        keeping isKept: (_ unit: UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) -> [UInt8] {
        var sample: [UInt8] = []
        sample.reserveCapacity(bytes.count + 16)
        forEachUnit(in: bytes) { range in
            let unit = UnsafeRawBufferPointer(rebasing: bytes[range])
            guard isKept(unit), let length = UInt32(exactly: unit.count) else { return }
            withUnsafeBytes(of: length.bigEndian) { sample.append(contentsOf: $0) }
            sample.append(contentsOf: unit)
        }
        return sample
    }

    /// The NAL units, each as bytes of its own.
    static func units(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { buffer in
            var units: [[UInt8]] = []
            forEachUnit(in: buffer) { units.append(Array(buffer[$0])) }
            return units
        }
    }

    private static func isLengthPrefixed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            guard bytes.count - index > 4 else { return false }
            let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
            // The first bit of a unit is 0.
            guard length > 0, length <= bytes.count - index - 4, bytes[index + 4] < 0x80 else {
                return false
            }
            index += 4 + length
        }
        return true
    }
}
