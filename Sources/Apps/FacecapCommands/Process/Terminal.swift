// SPDX-License-Identifier: Apache-2.0
import FacePreview
import Glibc

/// What a descriptor shows that may be a terminal.
enum Terminal {
    /// Whether a line can be written again in its place.
    static func rewritesLines(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && !TerminalGuard.isDumb
    }

    /// Whether colors are shown, and the user did not ask for none (https://no-color.org).
    static func showsColors(_ descriptor: Int32) -> Bool {
        rewritesLines(descriptor) && getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    }
}
