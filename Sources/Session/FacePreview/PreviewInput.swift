// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// What a display hears from the person in front of it.
enum PreviewInput: Hashable {
    /// A key by what it types; `escape` for Esc.
    case key(Character)
    /// A click, in pixels of the display.
    case click(Point)
    /// The window was closed.
    case close
    /// The display has another size, or lost what it showed.
    case exposed

    static let escape: Character = "\u{1B}"
}
