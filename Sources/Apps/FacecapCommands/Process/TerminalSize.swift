// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// How many cells a terminal has.
struct TerminalSize: Sendable, Hashable {
    var columns: Int
    var rows: Int
}

extension TerminalSize {
    /// The size of the terminal behind a descriptor; `nil` where there is none, or it does not tell.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard isatty(descriptor) == 1, facecap_terminal_size(descriptor, &size) == 0,
            size.ws_col > 0, size.ws_row > 0
        else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
