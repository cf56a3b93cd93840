// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension AtomicFile {
    /// Writes a whole file: it appears under its name with all of its bytes, or not at all.
    ///
    /// - Throws: what creating and writing throw; what had the name before still has it then.
    package static func write(
        _ bytes: [UInt8], to path: String, overwriting: Bool
    ) throws(FacecapError) {
        let file = try AtomicFile(creating: path, overwriting: overwriting)
        try file.write(bytes, at: 0)
        try file.publish()
    }

    /// Writes all bytes at an offset, beyond the end too.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(FacecapError) {
        // Typed throws do not pass through `withUnsafeBytes`.
        try bytes.withUnsafeBytes { raw in
            Result { () throws(FacecapError) in try write(raw, at: offset) }
        }.get()
    }
}
