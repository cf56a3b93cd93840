// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The letters of labels, in one font wherever they are drawn.
///
/// The font is DejaVu Sans; where it is not installed, or lacks a character, the first one that
/// fontconfig names for "DejaVu Sans, sans-serif" and that has the character; without any font, letters
/// of squares for ASCII alone. Letters follow each other from left to right and are not joined; they are
/// kept once they were made. Any thread may use it.
package final class LabelFont: Sendable {
    /// The font of everything that is drawn.
    package static let shared = LabelFont()

    private let letters: Mutex<Letters>

    /// - Parameter usesFonts: whether the system's fonts are used, where there are any.
    init(usesFonts: Bool = true) { letters = Mutex(Letters(GlyphMaker(usesFonts: usesFonts))) }

    /// How wide a label is, in pixels, with the room beside its letters.
    ///
    /// - Parameter height: of the label in pixels, with the room above and below its letters.
    package func width(of text: String, height: Int) -> Int {
        letters.withLock { $0.width(of: text, height: height) }
    }

    /// The text where its label is at most so wide; otherwise as much of its beginning as fits before an
    /// ellipsis, and nothing where not even that fits.
    package func shortened(_ text: String, height: Int, maximumWidth: Int) -> String {
        letters.withLock { letters in
            if letters.width(of: text, height: height) <= maximumWidth { return text }
            var left = maximumWidth - letters.width(of: "\u{2026}", height: height)
            guard left >= 0 else { return "" }
            let kept = text.unicodeScalars.prefix { character in
                left -= letters.advance(of: character, height: height)
                return left >= 0
            }
            return String(kept) + "\u{2026}"
        }
    }

    /// Draws a label: of each pixel how much is covered by letters, 0...255, row by row.
    ///
    /// - Parameters:
    ///   - width: of the label in pixels, as ``width(of:height:)`` has it; what is wider is cut off.
    ///   - height: of the label in pixels.
    ///   - coverage: `width` * `height` bytes that are overwritten.
    package func draw(
        _ text: String, width: Int, height: Int, into coverage: UnsafeMutableBufferPointer<UInt8>
    ) {
        let bitmap = LabelBitmap(width: width, height: height, coverage: coverage)
        letters.withLock { $0.draw(text, bitmap) }
    }
}
