// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues
import Testing

@testable import FacePreview

struct TerminalEncoderTests {
    private let extent = TerminalDevice.Extent(columns: 2, rows: 2)
    private let red = OverlayColor(red: 255, green: 0, blue: 0)
    private let blue = OverlayColor(red: 0, green: 0, blue: 255)

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }

    private func canvas(_ width: Int, _ height: Int, _ colors: [OverlayColor]) -> PixelCanvas {
        var canvas = PixelCanvas(width: width, height: height)
        for (index, color) in colors.enumerated() {
            canvas.set(index % width, index / width, color)
        }
        return canvas
    }

    @Test func halfBlocksHoldTwoPixelsEach() {
        var encoder = HalfBlockEncoder(usesIndex: false)
        #expect(encoder.imageSize(in: extent) == (2, 2))
        let first = encoder.encode(
            canvas(2, 2, [red, red, blue, red]), texts: [], in: extent)
        #expect(
            text(first)
                == "^[1;1H^[38;2;255;0;0m^[48;2;0;0;255m\u{2580}^[48;2;255;0;0m\u{2580}^[0m")
    }

    @Test func halfBlocksAreWrittenWhereTheyChange() {
        var encoder = HalfBlockEncoder(usesIndex: false)
        let image = canvas(2, 2, [red, red, blue, red])
        _ = encoder.encode(image, texts: [], in: extent)
        let again1 = encoder.encode(image, texts: [], in: extent)
        #expect(again1.isEmpty)
        let noise = OverlayColor(red: 250, green: 6, blue: 0)
        let noisy = canvas(2, 2, [noise, noise, blue, red])
        let again2 = encoder.encode(noisy, texts: [], in: extent)
        #expect(again2.isEmpty)
        let changed = encoder.encode(canvas(2, 2, [red, blue, blue, blue]), texts: [], in: extent)
        #expect(text(changed) == "^[1;2H^[38;2;0;0;255m^[48;2;0;0;255m\u{2580}^[0m")
    }

    @Test func lettersReplaceBlocksAndGoAway() {
        var encoder = HalfBlockEncoder(usesIndex: false)
        let image = canvas(2, 2, [red, red, red, red])
        _ = encoder.encode(image, texts: [], in: extent)
        let label = TerminalText(column: 1, row: 0, text: "#1", color: .white)
        let shown = encoder.encode(image, texts: [label], in: extent)
        #expect(text(shown) == "^[1;2H^[38;2;0;0;0m^[48;2;255;255;255m#^[0m")
        let gone = encoder.encode(image, texts: [], in: extent)
        #expect(text(gone) == "^[1;2H^[38;2;255;0;0m^[48;2;255;0;0m\u{2580}^[0m")
    }

    @Test func withoutTrueColorTheTableOfXtermServes() {
        var encoder = HalfBlockEncoder(usesIndex: true)
        let bytes = encoder.encode(canvas(1, 2, [red, blue]), texts: [], in: extent)
        #expect(text(bytes) == "^[1;1H^[38;5;196m^[48;5;21m\u{2580}^[0m")
        #expect(OverlayColor.black.xtermIndex == 16 && OverlayColor.white.xtermIndex == 231)
        #expect(OverlayColor(red: 128, green: 128, blue: 128).xtermIndex == 244)
    }

    @Test func kittyGetsOneImageInChunks() {
        var encoder = KittyEncoder()
        let small = canvas(1, 2, [red, blue])
        let bytes = encoder.encode(small, texts: [], in: extent)
        #expect(
            text(bytes) == "^[H^_Ga=T,q=2,i=1,p=1,C=1,f=24,s=1,v=2,c=2,r=1,m=0;/wAAAAD/^\\")
        let again3 = encoder.encode(small, texts: [], in: extent)
        #expect(again3.isEmpty)
        let large = PixelCanvas(width: 64, height: 64)
        let parts = text(encoder.encode(large, texts: [], in: extent)).split(separator: "^_G")
        #expect(parts.count == 5)
        #expect(parts[1].hasSuffix("AA^\\") && parts[1].contains("m=1;"))
        #expect(parts[2].hasPrefix("m=1;") && parts[4].hasPrefix("m=0;"))
    }

    @Test func sixelsComeInBandsOfRuns() {
        var encoder = SixelEncoder()
        var image = PixelCanvas(width: 6, height: 7)
        for x in 0..<5 { image.set(x, 0, red) }
        let bytes = text(encoder.encode(image, texts: [], in: extent))
        #expect(bytes.hasPrefix("^[H^P0;1q\"1;1;6;7#0;2;0;0;0#1;2;0;0;20"))
        // Black has five columns without their first pixel and a whole one, red the first pixel of five.
        #expect(bytes.hasSuffix("#0!5}~$#180!5@$-#0!6@$-^\\"))
        let again4 = encoder.encode(image, texts: [], in: extent)
        #expect(again4.isEmpty)
    }

    @Test func imagesOfPixelsFillTheCellsAndStaySmall() {
        let window = TerminalDevice.Extent(
            columns: 100, rows: 41, pixelWidth: 1000, pixelHeight: 820)
        let size = KittyEncoder().imageSize(in: window)
        #expect(size.width * size.height <= 80_000)
        #expect(abs(Double(size.width) / Double(size.height) - 1000.0 / 800) < 0.02)
        #expect(SixelEncoder().imageSize(in: window).height % 6 == 0)
    }

    @Test func clicksAreWhereTheImageShowsThem() {
        let window = TerminalDevice.Extent(
            columns: 100, rows: 41, pixelWidth: 1000, pixelHeight: 820)
        let corner = KittyEncoder().point(column: 99, row: 39, in: window)
        let size = KittyEncoder().imageSize(in: window)
        #expect(abs((corner?.x ?? 0) - 0.995 * Double(size.width)) < 1e-9)
        #expect(abs((corner?.y ?? 0) - 0.9875 * Double(size.height)) < 1e-9)
        #expect(KittyEncoder().point(column: 99, row: 40, in: window) == nil)
        // Of 10x20 pixels a cell; the image has 316x252.
        let sixels = SixelEncoder()
        let point = sixels.point(column: 30, row: 11, in: window)
        #expect(abs((point?.x ?? 0) - 305) < 1e-9 && abs((point?.y ?? 0) - 230) < 1e-9)
        #expect(sixels.point(column: 32, row: 11, in: window) == nil)
        #expect(sixels.point(column: 30, row: 13, in: window) == nil)
    }

    @Test func theEnvironmentTellsWhatTheTerminalShows() {
        for (variables, graphics) in [
            (["TERM": "xterm-kitty"], .kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
            (["TERM_PROGRAM": "WezTerm"], .kitty), (["TERM": "foot-extra"], .sixel),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .blocks),
            (["TERM": "xterm-256color"], .indexedBlocks), ([:], .indexedBlocks),
            (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .indexedBlocks),
            (["TERM": "xterm-kitty", "FACECAP_TERMINAL_GRAPHICS": "sixel"], .sixel),
            (["TERM": "xterm-kitty", "FACECAP_TERMINAL_GRAPHICS": "blocks"], .indexedBlocks),
            (["TERM": "xterm", "FACECAP_TERMINAL_GRAPHICS": "kitty"], .kitty),
            (["TERM": "xterm", "FACECAP_TERMINAL_GRAPHICS": "paper"], .indexedBlocks),
        ] as [([String: String], TerminalGraphics)] {
            #expect(TerminalGraphics(environment: variables) == graphics, "\(variables)")
        }
    }

    @Test func keysAndClicksAreRead() {
        let bytes = Array("q \u{1B}[A\u{1B}[<0;12;3M\u{1B}[<0;12;3m\u{1B}[<64;1;1Mm\u{1B}".utf8)
        let events: [TerminalKeys.Event] = [
            .key("q"), .key(" "), .click(column: 11, row: 2), .key("m"), .key("\u{1B}"),
        ]
        // Whatever is read at once.
        for cut in 0...bytes.count {
            var keys = TerminalKeys()
            var heard: [TerminalKeys.Event] = []
            for part in [bytes[..<cut], bytes[cut...]] where !part.isEmpty {
                heard += keys.events(Array(part))
            }
            #expect(heard + keys.events([]) == events, "\(cut)")
        }
        var keys = TerminalKeys()
        #expect(keys.events(Array("\u{1B}[<0;0;9999999999999999999M".utf8)).isEmpty)
        #expect(keys.events([0xC3, 0xA4, 0x1B, 0x5B]).isEmpty)
        #expect(keys.events([UInt8](repeating: 0x30, count: 100)).isEmpty)
        #expect(keys.events(Array("q".utf8)) == [.key("q")])
    }

    @Test func aKeyWithAltIsNotEsc() {
        var keys = TerminalKeys()
        #expect(keys.events(Array("\u{1B}xm".utf8)) == [.key("m")])
        #expect(keys.events(Array("\u{1B}\u{1B}[Am".utf8)) == [.key("m")])
        // What is typed behind Esc is read later.
        #expect(keys.events([0x1B]).isEmpty)
        #expect(keys.events(Array("m".utf8)) == [.key("\u{1B}"), .key("m")])
    }

    @Test func theImageOnACanvasIsTheLayers() {
        for format in [
            TestImages.frame(.i420), TestImages.frame(.nv12), TestImages.frame(.yuyv),
            TestImages.frame(.uyvy), TestImages.frame(.bgr24), TestImages.frame(.bgra),
        ] {
            var scene = PreviewScene(cameraCount: 1, isReversed: true)
            scene.frames = [format]
            scene.size = Size(width: 30, height: 30)
            var canvas = PixelCanvas(width: 30, height: 30)
            canvas.draw(scene.tiles[0])
            // Bars above and below, and green on the left, as in a mirror.
            #expect(canvas.color(7, 2) == .black && canvas.color(7, 27) == .black)
            #expect(canvas.color(7, 9).green > 240 && canvas.color(7, 9).red < 12)
            #expect(canvas.color(22, 9).red > 240 && canvas.color(22, 20).blue > 240)
        }
    }
}
