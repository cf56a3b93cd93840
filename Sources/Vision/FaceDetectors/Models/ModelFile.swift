// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import SystemSupport

/// Model files, read whole.
enum ModelFile {
    /// The bytes of a file.
    ///
    /// - Throws: `modelNotFound` where there is none, `modelUnreadable` for what is no file or too large,
    ///   `permissionDenied` and `systemFailed`.
    static func read(_ path: String) throws(FacecapError) -> [UInt8] {
        do throws(FacecapError) {
            return try Files.read(
                path, limit: ModelManifest.maximumFileSize, unusable: .modelUnreadable)
        } catch {
            guard error.code == .sourceNotFound else { throw error }
            throw FacecapError(
                .modelNotFound, "There is no model \(path), run 'facecap models fetch'.",
                errno: error.systemError)
        }
    }
}
