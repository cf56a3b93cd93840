// SPDX-License-Identifier: Apache-2.0
/// The line at which progress is shown, and beside it what is typed; it never gets longer than its terminal
/// is wide, as a line that wraps could not be drawn over.
struct ProgressLine: Sendable {
    /// Back to the beginning of the line, which becomes empty.
    static let erasure = "\r\u{1B}[K"

    /// How far something is.
    var progress = ""
    /// What is typed meanwhile.
    var typed = ""

    /// What draws the line, for so many columns.
    func drawing(columns: Int) -> String {
        let room = max(1, columns - 1)
        // What is typed matters more: its end is always seen.
        let typed = typed.isEmpty ? "" : "  > " + typed.suffix(max(0, room - 4))
        return "\r" + Self.cut(progress, to: room - typed.count) + typed + "\u{1B}[K"
    }

    /// The first characters of a text, with all the colors in it, which take no room.
    static func cut(_ text: String, to count: Int) -> String {
        var (result, left, isEscape) = ("", count, false)
        for character in text {
            if character == "\u{1B}" { isEscape = true }
            if isEscape {
                result.append(character)
                if character.isLetter { isEscape = false }
            } else if left > 0 {
                result.append(character)
                left -= 1
            }
        }
        return result
    }
}
