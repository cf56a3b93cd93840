// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import SystemSupport

/// The bytes of a movie in a file that this program has open for writing, and that may have no name.
package struct WrittenMovieBytes: MovieBytes {
    /// The path that the file is written for.
    package let name: String
    /// How many bytes the file had.
    package let byteCount: Int64

    private let file: AtomicFile

    /// The bytes of a file as long as it is not written to any more.
    package init(_ file: AtomicFile) {
        self.file = file
        (name, byteCount) = (file.path, file.byteCount)
    }

    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FacecapError) -> Int {
        try file.read(into: buffer, at: offset)
    }
}
