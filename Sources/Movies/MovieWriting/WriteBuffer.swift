// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Joins small pieces into large writes; large pieces go to the file without a copy.
struct WriteBuffer {
    private static let capacity = 1 << 20
    private static let directSize = 1 << 16
    private var bytes: [UInt8] = []
    private var offset: Int64 = 0
    private var storage: (any MovieStorage)?

    /// Forgets everything, and goes on at a place of a file.
    mutating func start(at offset: Int64, _ storage: any MovieStorage) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(Self.capacity)
        self.offset = offset
        self.storage = storage
    }

    /// Writes a piece behind the others, now or later.
    mutating func append(_ piece: [UInt8]) throws(FacecapError) {
        if bytes.count + piece.count > Self.capacity || piece.count >= Self.directSize {
            try flush()
        }
        if piece.count >= Self.directSize {
            try storage?.write(piece, at: offset)
            offset += Int64(piece.count)
        } else {
            bytes += piece
        }
    }

    /// Writes what is waiting.
    mutating func flush() throws(FacecapError) {
        guard !bytes.isEmpty else { return }
        try storage?.write(bytes, at: offset)
        offset += Int64(bytes.count)
        bytes.removeAll(keepingCapacity: true)
    }
}
