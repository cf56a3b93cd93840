// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Frames of kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol): one frame that is
/// replaced again and again, stretched over the cells by the terminal.
struct KittyEncoder: TerminalEncoder {
    /// Characters in one sequence.
    private static let chunkLength = 4096

    private var shown: [UInt8] = []

    var showsLetters: Bool { true }

    func imageSize(in extent: TerminalDevice.Extent) -> (width: Int, height: Int) {
        extent.imageSize
    }

    mutating func encode(
        _ canvas: PixelCanvas, texts: [TerminalText], in extent: TerminalDevice.Extent
    ) -> [UInt8] {
        guard canvas.bytes != shown else { return [] }
        shown = canvas.bytes
        let text = Base64.encode(canvas.bytes)
        var bytes = Array("\u{1B}[H".utf8)
        var first = 0
        while first < text.count {
            let end = min(first + Self.chunkLength, text.count)
            let more = end < text.count ? 1 : 0
            let keys =
                first == 0
                ? "a=T,q=2,i=1,p=1,C=1,f=24,s=\(canvas.width),v=\(canvas.height),"
                    + "c=\(extent.columns),r=\(extent.imageRows),m=\(more)"
                : "m=\(more)"
            bytes += "\u{1B}_G\(keys);".utf8
            bytes += text[first..<end]
            bytes += "\u{1B}\\".utf8
            first = end
        }
        return bytes
    }
}
