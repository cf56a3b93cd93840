// SPDX-License-Identifier: Apache-2.0
/// The bytes of a movie that is in memory.
package struct MovieMemoryBytes: MovieBytes {
    package let name: String
    package var byteCount: Int64 { Int64(bytes.count) }

    private let bytes: [UInt8]

    /// A movie in memory.
    package init(_ bytes: [UInt8], name: String = "The movie in memory") {
        self.bytes = bytes
        self.name = name
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < byteCount else { return 0 }
        let part = bytes[Int(offset)...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
