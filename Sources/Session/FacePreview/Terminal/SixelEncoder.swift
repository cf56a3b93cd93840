// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Frames of DEC's sixels: bands of six rows, in each of them one line for each of 216 colors.
struct SixelEncoder: TerminalEncoder {
    private var shown: [UInt8] = []

    var showsLetters: Bool { true }

    /// A whole number of bands, so that the last one does not reach into the line of text.
    func imageSize(in extent: TerminalDevice.Extent) -> (width: Int, height: Int) {
        let (width, height) = extent.imageSize
        return (width, max(6, height / 6 * 6))
    }

    /// Sixels are as large as the terminal's pixels, and are not stretched.
    func coveredCells(in extent: TerminalDevice.Extent) -> Size {
        let (width, height) = imageSize(in: extent)
        let cell = extent.cellSize
        return Size(width: Double(width) / cell.width, height: Double(height) / cell.height)
    }

    mutating func encode(
        _ canvas: PixelCanvas, texts: [TerminalText], in extent: TerminalDevice.Extent
    ) -> [UInt8] {
        guard canvas.bytes != shown else { return [] }
        shown = canvas.bytes
        // Zero is left as it is; then the shape of pixels and the extent of the frame.
        var bytes = Array("\u{1B}[H\u{1B}P0;1q\"1;1;\(canvas.width);\(canvas.height)".utf8)
        for index in 0..<216 {
            let levels = [index / 36, index / 6 % 6, index % 6].map { "\($0 * 20)" }
            bytes += "#\(index);2;\(levels.joined(separator: ";"))".utf8
        }
        for top in stride(from: 0, to: canvas.height, by: 6) {
            encodeBand(of: canvas, from: top, into: &bytes)
            bytes.append(UInt8(ascii: "-"))
        }
        return bytes + Array("\u{1B}\\".utf8)
    }

    private func encodeBand(of canvas: PixelCanvas, from top: Int, into bytes: inout [UInt8]) {
        var patterns: [Int: [UInt8]] = [:]
        for y in top..<min(top + 6, canvas.height) {
            for x in 0..<canvas.width {
                let first = (y * canvas.width + x) * 3
                var index = 0
                for place in first..<first + 3 {
                    index = index * 6 + (Int(canvas.bytes[place]) * 5 + 127) / 255
                }
                patterns[index, default: Array(repeating: 0, count: canvas.width)][x] |=
                    1 << UInt8(y - top)
            }
        }
        for index in patterns.keys.sorted() {
            bytes += "#\(index)".utf8
            appendRuns(patterns[index] ?? [], to: &bytes)
            bytes.append(UInt8(ascii: "$"))
        }
    }

    /// `!COUNT` before what is repeated more than three times; nothing for what is empty at the end.
    private func appendRuns(_ pattern: [UInt8], to bytes: inout [UInt8]) {
        let end = (pattern.lastIndex { $0 != 0 } ?? -1) + 1
        var x = 0
        while x < end {
            let value = pattern[x]
            let count = pattern[x..<end].prefix { $0 == value }.count
            let sixel = value + 63
            if count > 3 {
                bytes += "!\(count)".utf8
                bytes.append(sixel)
            } else {
                bytes += Array(repeating: sixel, count: count)
            }
            x += count
        }
    }
}
