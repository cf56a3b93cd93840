// SPDX-License-Identifier: Apache-2.0
package import FaceValues
import Glibc
internal import SystemSupport

/// Finds model files in a list of folders and hands out none that was not verified.
package struct ModelStore: Sendable {
    /// The models that are known.
    package let manifest: ModelManifest
    /// Where models are looked for, the first folder first.
    package let folders: [String]

    /// A store of the models of `manifest` in `folders`.
    package init(manifest: ModelManifest, folders: [String]) {
        self.manifest = manifest
        self.folders = folders
    }

    /// The first path at which there is something with the model's file name, whatever it is;
    /// `nil` where there is nothing.
    package func path(of entry: ModelEntry) -> String? {
        folders.lazy.map { "\($0)/\(entry.file)" }.first { access($0.cPath, F_OK) == 0 }
    }

    /// Reads a model once, verifies it and returns the bytes that were verified.
    ///
    /// - Parameter name: a name of the manifest; `nil` for the default.
    /// - Throws: `.invalidArgument` for an unknown name,
    ///   `.modelNotFound`, `.modelUnreadable`,
    ///   `.modelMismatch` or `.permissionDenied`. The first
    ///   file that is found counts: a damaged one is never passed over in silence.
    package func loadModel(named name: String? = nil) throws(FacecapError) -> VerifiedModel {
        try load(try manifest.entry(named: name))
    }

    /// Reads the model of an entry as ``loadModel(named:)`` does.
    package func load(_ entry: ModelEntry) throws(FacecapError) -> VerifiedModel {
        guard let path = path(of: entry) else {
            throw FacecapError(
                .modelNotFound,
                "The model \(entry.name) was not found in \(folders.joined(separator: ", "));"
                    + " get it with: facecap models fetch \(entry.name)")
        }
        let bytes = try ModelFile.read(path)
        let found = SHA256.hex(of: bytes)
        guard found == entry.sha256 else {
            throw FacecapError(
                .modelMismatch,
                "The model \(path) is not the one known as \(entry.name): expected sha256"
                    + " \(entry.sha256) (\(entry.size) bytes), found \(found) (\(bytes.count)"
                    + " bytes); replace it with: facecap models fetch \(entry.name)")
        }
        return VerifiedModel(entry: entry, path: path, bytes: bytes)
    }
}
