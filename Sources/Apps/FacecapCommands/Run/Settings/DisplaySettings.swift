// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// How frames are shown during a run, and in which pixels faces are told.
struct DisplaySettings: Sendable {
    /// Where the frames are shown; `nil` for nowhere.
    var preview: Preview.Kind?
    /// What is done to frames on top of what their source asks for.
    var orientation = VideoOrientation.upright
    /// The screen in whose pixels faces are told; `nil` for shares of the frame.
    var screen: Size?
    var gravity = VideoGravity.resizeAspect

    /// Whether the keyboard belongs to a preview.
    var takesKeyboard: Bool { preview == .terminal && isatty(STDIN_FILENO) == 1 }
}
