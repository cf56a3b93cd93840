// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

extension FacecapError {
    /// The error as a command tells it: a library cannot know by which option an existing file is replaced.
    var ofCommand: FacecapError {
        guard code == .outputFailed, systemError == EEXIST, let path else { return self }
        return FacecapError(
            code, "\(path) exists; use --force to replace it.", errno: systemError)
    }
}
