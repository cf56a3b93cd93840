// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension AtomicFile {
    /// Throws `.outputFailed` where the file took its name and has it no more: somebody removed or moved it, or
    /// put another file in its place.
    package func checkName() throws(FacecapError) {
        guard isPublished, FileIdentity(path: path) != identity else { return }
        throw FacecapError(
            .outputFailed,
            "\(path) is not the file that was written: somebody removed, moved or replaced it meanwhile; "
                + "leave it alone until it is finished.")
    }
}
