// SPDX-License-Identifier: Apache-2.0
public import MovieBoxes

extension MovieReader {
    /// Where a box at the top of a file lies.
    public struct BoxLocation: Sendable, Hashable {
        /// Its name.
        public let type: FourCharacterCode
        /// Where its header begins, in bytes from the start of the file.
        public let offset: Int64
        /// Bytes of the whole box, its header too, as far as they are in the file.
        public let size: Int64
        /// Bytes before the content: 8, or 16 with a size of 64 bits.
        public let headerSize: Int
        /// Whether the box says that it has more bytes than are in the file.
        public let isCutShort: Bool

        /// Where the bytes behind it begin.
        public var end: Int64 { offset + size }
    }
}
