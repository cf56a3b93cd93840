// SPDX-License-Identifier: Apache-2.0
/// The pixels of a label while it is drawn, by the thread that lends them and waits meanwhile.
struct LabelBitmap: @unchecked Sendable {
    let width: Int
    let height: Int
    private let coverage: UnsafeMutableBufferPointer<UInt8>

    /// An empty label; one whose bytes are too few has no extent.
    init(width: Int, height: Int, coverage: UnsafeMutableBufferPointer<UInt8>) {
        let fits = width > 0 && height > 0 && coverage.count / width >= height
        self.width = fits ? width : 0
        self.height = fits ? height : 0
        self.coverage = coverage
        coverage.update(repeating: 0)
    }

    /// Draws a letter whose top left pixel is at a place; letters that touch share the darker pixels.
    func draw(_ glyph: Glyph, x: Int, y: Int) {
        let columns = max(0, -x)..<max(max(0, -x), min(glyph.width, width - x))
        let rows = max(0, -y)..<max(max(0, -y), min(glyph.height, height - y))
        glyph.coverage.withUnsafeBufferPointer { letter in
            for row in rows {
                let target = (y + row) * width + x
                let source = row * glyph.width
                for column in columns {
                    coverage[target + column] = max(
                        coverage[target + column], letter[source + column])
                }
            }
        }
    }
}
