// SPDX-License-Identifier: Apache-2.0
import FacePreview
import Glibc

/// Keeps messages off the screen that a presenter draws, for as long as it exists; then the terminal is given
/// back, and what has waited is said.
final class ScreenHold: Sendable {
    private let console: RunConsole

    /// Messages are kept off where they would go to the same terminal.
    init(_ screen: ScreenPresenter, _ console: RunConsole, _ messages: Messages) {
        self.console = console
        if isatty(messages.descriptor) == 1 {
            console.show(onScreen: { [weak screen] in screen?.note($0) })
        }
    }

    deinit {
        TerminalGuard.release()
        console.show(onScreen: nil)
    }
}
