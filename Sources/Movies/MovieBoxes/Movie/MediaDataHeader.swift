// SPDX-License-Identifier: Apache-2.0
/// The head of ISO/IEC 14496-12 8.1.1, Media Data (`mdat`); the samples follow it.
package struct MediaDataHeader: Sendable, Equatable {
    /// Bytes that follow the shortest head.
    package let contentSize: UInt64

    package init(contentSize: UInt64) { self.contentSize = contentSize }

    /// The head: 8 bytes, or 16 where 32 bits of size are not enough.
    package var bytes: [UInt8] {
        let (size, overflow) = contentSize.addingReportingOverflow(8)
        return Self.head(boxSize: overflow ? .max : size)
            ?? Self.longHead(boxSize: contentSize &+ 16)
    }

    /// Exactly 16 bytes at the beginning of a box of so many bytes, themselves included; the last 8 count
    /// as content while 32 bits of size are enough.
    package static func sixteenBytes(boxSize: Int64) -> [UInt8] {
        let size = UInt64(max(16, boxSize))
        return head(boxSize: size).map { $0 + [UInt8](repeating: 0, count: 8) }
            ?? longHead(boxSize: size)
    }

    private static func head(boxSize: UInt64) -> [UInt8]? {
        guard let size = UInt32(exactly: boxSize) else { return nil }
        var writer = BoxWriter()
        writer.append(size)
        writer.append(.mdat)
        return writer.bytes
    }

    private static func longHead(boxSize: UInt64) -> [UInt8] {
        var writer = BoxWriter()
        writer.append(UInt32(1))
        writer.append(.mdat)
        writer.append(boxSize)
        return writer.bytes
    }
}
