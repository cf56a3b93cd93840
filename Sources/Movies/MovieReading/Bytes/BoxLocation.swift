package import MovieBoxes

/// Where a box at the top of a file lies.
package struct BoxLocation: Sendable, Hashable {
    /// Its name.
    package let type: FourCharacterCode
    /// Where its header begins, in bytes from the start of the file.
    package let offset: Int64
    /// Bytes of the whole box, its header too, as far as they are in the file.
    package let size: Int64
    /// Bytes before the content: 8, or 16 with a size of 64 bits.
    package let headerSize: Int
    /// Whether the box says that it has more bytes than are in the file.
    package let isCutShort: Bool

    /// Where the bytes behind it begin.
    package var end: Int64 { offset + size }
}
