// SPDX-License-Identifier: Apache-2.0
/// The four bytes that name a box, a codec or a brand: ISO/IEC 14496-12 4.2.
public struct FourCharacterCode: Sendable, Hashable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The four bytes, the first one highest.
    public let rawValue: UInt32

    /// The code of four bytes as they lie in a file.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// The code of four characters of Latin 1, such as `moov`.
    public init(stringLiteral value: StaticString) {
        let scalars = Array("\(value)".unicodeScalars)
        precondition(scalars.count == 4)
        rawValue = scalars.reduce(0) { $0 << 8 | ($1.value & 0xFF) }
    }

    /// The four characters; what cannot be printed is a dot.
    public var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
        return String(
            decoding: bytes.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
    }
}
