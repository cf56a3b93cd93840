// SPDX-License-Identifier: Apache-2.0
import MovieReading
import Synchronization

/// The bytes of a movie, and how many of them were read.
package final class CountedBytes: MovieBytes {
    package let name = "Counted bytes"
    package let byteCount: Int64
    private let bytes: MovieMemoryBytes
    private let count = Mutex(0)

    package init(_ bytes: [UInt8]) {
        byteCount = Int64(bytes.count)
        self.bytes = MovieMemoryBytes(bytes)
    }

    /// Bytes that were read.
    package var readCount: Int { count.withLock { $0 } }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        let read = bytes.read(into: buffer, at: offset)
        count.withLock { $0 += read }
        return read
    }
}
