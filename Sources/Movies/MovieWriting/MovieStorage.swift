// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import SystemSupport

/// Where the bytes of a movie go.
package protocol MovieStorage: Sendable {
    /// Writes all bytes at an offset, beyond the end too.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FacecapError)
    /// Reads as many bytes as are there, at most as many as fit.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FacecapError)
        -> Int
    /// Waits until all that was written is safe.
    func synchronize() throws(FacecapError)
    /// Cuts everything off behind a length.
    func truncate(to length: Int64) throws(FacecapError)
    /// Makes safe what was written and gives the file its name, once.
    func publish() throws(FacecapError)
    /// Takes the file away.
    func remove()
}

extension MovieStorage {
    /// Writes all bytes at an offset.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(FacecapError) {
        let result = bytes.withUnsafeBytes { raw -> Result<Void, FacecapError> in
            do throws(FacecapError) {
                return .success(try write(raw, at: offset))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}

extension AtomicFile: MovieStorage {}
