// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

extension FacecapError {
    /// The error as a command tells it: a library cannot know by which option an existing file is replaced, or
    /// frames are shown somewhere else.
    var ofCommand: FacecapError {
        for (place, option) in [("the terminal", "--preview=terminal"), ("a window", "--preview")]
        where message.hasSuffix("show the frames in \(place).") {
            return FacecapError(
                code, "\(message.dropLast()) with \(option).", errno: systemError)
        }
        guard code == .outputFailed, systemError == EEXIST, let path else { return self }
        return FacecapError(
            code, "\(path) exists; use --force to replace it.", errno: systemError)
    }
}
