// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Where the bytes of a movie come from: ``MovieFileBytes``, ``MovieMemoryBytes`` or one's own.
package protocol MovieBytes: Sendable {
    /// What the source is called in messages, on one line.
    var name: String { get }

    /// How many bytes there are. It never changes, whatever happens to what lies beneath.
    var byteCount: Int64 { get }

    /// Why the system could not read, the first time that it could not; `nil` while it could.
    var readFailure: FacecapError? { get }

    /// Fills a buffer with the bytes from `offset` on, which is 0...``byteCount``. May be called from
    /// any thread, from several at once too.
    ///
    /// - Returns: How many bytes were there: fewer than the buffer has room for at the end only.
    /// - Throws: `.systemFailed` when the system cannot read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FacecapError)
        -> Int
}

extension MovieBytes {
    /// Nothing is known of failures.
    package var readFailure: FacecapError? { nil }

    /// Whether a stretch lies within the bytes.
    package func contains(offset: Int64, count: Int64) -> Bool {
        offset >= 0 && count >= 0 && offset <= byteCount && count <= byteCount - offset
    }

    /// A copy of a stretch; memory is taken only once it is known to lie within the bytes.
    ///
    /// - Throws: `.mediaDamaged` when it does not, or no longer.
    package func bytes(at offset: Int64, count: Int) throws(FacecapError) -> [UInt8] {
        guard contains(offset: offset, count: Int64(count)) else {
            throw FacecapError(
                .mediaDamaged,
                "\(name) ends at byte \(byteCount), before \(count) bytes at \(offset); "
                    + "it was cut short.")
        }
        var failure: FacecapError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(FacecapError) {
                let wanted = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
                filled = min(count, try read(into: wanted, at: offset))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard bytes.count == count else {
            throw FacecapError(
                .mediaDamaged, "\(name) became shorter while it was read; leave it alone meanwhile."
            )
        }
        return bytes
    }
}
