// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

extension FacecapError {
    /// Remedies in the words of the library, and how a command's user asks for each.
    private static let remedies = [
        ("show the frames in the terminal", "--preview=terminal"),
        ("show the frames in a window", "--preview"),
        ("name its folder", "--model-dir"),
        ("ask for fewer", "--threads"),
        ("ask for another size", "--size"),
        ("plan it as a whole", "--segment whole"),
        ("put the index in front", "facecap remux --fast-start"),
        ("allow playlists", "--allow-playlist"),
        ("accept an untrusted server", "--insecure"),
    ]

    /// The error as a command tells it: a library cannot know by which option an existing file is replaced, or
    /// frames are shown somewhere else.
    var ofCommand: FacecapError {
        for (remedy, words) in Self.remedies
        where message.contains(remedy) && !message.contains(words) {
            let text = message.replacing(remedy, with: "\(remedy) with \(words)")
            return FacecapError(code, text, errno: systemError)
        }
        guard code == .outputFailed, systemError == EEXIST, let path else { return self }
        return FacecapError(
            code, "\(path) exists; use --force to replace it.", errno: systemError)
    }
}
