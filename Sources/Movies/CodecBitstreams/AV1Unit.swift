// SPDX-License-Identifier: Apache-2.0
/// An open bitstream unit: AV1 Bitstream & Decoding Process Specification 5.3.
struct AV1Unit {
    static let sequenceHeader: UInt8 = 1

    let type: UInt8
    /// The header, without the length.
    private let header: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>

    /// Units one after the other, up to what is none; the last one may have no length.
    static func units(of bytes: ArraySlice<UInt8>) -> [AV1Unit] {
        var units: [AV1Unit] = []
        var rest = bytes
        while let first = rest.first, first & 0x80 == 0 {
            let headerCount = first & 4 == 0 ? 1 : 2
            guard rest.count >= headerCount else { break }
            let header = rest.prefix(headerCount)
            rest = rest.dropFirst(headerCount)
            var count = rest.count
            if first & 2 != 0 {
                guard let length = readLength(&rest), length <= rest.count else { break }
                count = length
            }
            units.append(
                AV1Unit(type: first >> 3 & 15, header: header, content: rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return units
    }

    /// Temporal delimiters, repeated frame headers, lists of tiles and padding do not lie in movies.
    static func isOfMovies(_ type: UInt8) -> Bool { ![2, 7, 8, 15].contains(type) }

    /// The whole unit, with a length.
    var sized: [UInt8] {
        var bytes = Array(header)
        bytes[0] |= 2
        var rest = content.count
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes + content
    }

    /// `leb128()`, 4.10.5.
    private static func readLength(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var value = 0
        for index in 0..<5 {
            guard let byte = bytes.popFirst() else { return nil }
            value |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
