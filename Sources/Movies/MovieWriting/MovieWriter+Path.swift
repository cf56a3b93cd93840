// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import SystemSupport

extension MovieWriter {
    /// Throws what a new writer would say of a path, as far as that can be told before: a file that exists
    /// and may not be replaced or that a program is writing, a folder that is missing or may not be written to.
    /// Nothing is changed.
    public static func checkPath(
        _ path: String, overwritesExistingFile: Bool
    ) throws(FacecapError) {
        try AtomicFile.check(path, overwriting: overwritesExistingFile)
    }
}
