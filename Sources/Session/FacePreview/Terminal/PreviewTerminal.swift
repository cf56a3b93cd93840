// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues
import FoundationEssentials

/// A preview in the terminal: the frame above one line of text.
final class PreviewTerminal: PreviewDisplay {
    /// Twelve frames a second: more would be many bytes for people who are far away.
    let drawIntervalNanoseconds: Int64 = 80_000_000
    private let device: TerminalDevice
    private let graphics: TerminalGraphics
    private var encoder: any TerminalEncoder
    private var keys = TerminalKeys()
    /// That of the canvas; unknown until the first frame takes the terminal.
    private(set) var size: Size?
    private var extent = TerminalDevice.Extent()
    private var line = ""
    /// Whether what was drawn in another extent is still there.
    private var needsClearing = false

    /// Throws `.sourceNotFound` where the process has no terminal.
    init() throws(FacecapError) {
        device = try TerminalDevice()
        graphics = TerminalGraphics(environment: ProcessInfo.processInfo.environment)
        encoder = graphics.makeEncoder()
    }

    func close() {
        if size != nil { device.end() }
    }

    func inputs() -> [PreviewInput] {
        guard size != nil else { return [] }
        device.flush()
        return keys.events(device.read()).compactMap { event in
            switch event {
            case .key(let key): return .key(key)
            case .click(let column, let row):
                return encoder.point(column: column, row: row, in: extent)
                    .map(PreviewInput.click)
            }
        }
    }

    func draw(_ scene: inout PreviewScene) {
        if size == nil { device.begin() }
        device.flush()
        let now = device.extent
        if now != extent || size == nil {
            extent = now
            encoder = graphics.makeEncoder()
            line = ""
            needsClearing = true
        }
        let (width, height) = encoder.imageSize(in: extent)
        var canvas = PixelCanvas(width: width, height: height)
        size = canvas.size
        // What is still on its way comes first; this frame would be old when it is seen.
        guard device.isIdle else { return }
        let texts = paint(&scene, on: &canvas)
        var bytes = needsClearing ? Array("\u{1B}[0m\u{1B}[2J".utf8) : []
        needsClearing = false
        bytes += encoder.encode(canvas, texts: texts, in: extent)
        bytes += text(of: scene)
        if !bytes.isEmpty { device.send(bytes) }
    }

    /// Draws everything but letters that would be too coarse, which it hands back.
    private func paint(
        _ scene: inout PreviewScene, on canvas: inout PixelCanvas
    ) -> [TerminalText] {
        scene.size = canvas.size
        scene.offersFullScreen = false
        let notes = notes(of: scene)
        var texts: [TerminalText] = []
        for tile in scene.tiles {
            canvas.draw(tile)
            var raster = ShapeRaster(bounds: tile.rect)
            var shapes = scene.shapes(
                over: tile, around: notes.labelRects,
                metrics: encoder.showsLetters ? nil : TerminalText.metrics)
            if !encoder.showsLetters {
                texts += TerminalText.labels(in: shapes)
                shapes.removeAll { if case .label = $0 { true } else { false } }
            }
            raster.draw(shapes)
            canvas.draw(raster.items)
        }
        guard encoder.showsLetters else { return texts + TerminalText.labels(in: notes) }
        var raster = ShapeRaster(
            bounds: Rect(corner: Point(x: 0, y: 0), corner: canvas.size.corner))
        raster.draw(notes)
        canvas.draw(raster.items)
        return texts
    }

    /// The help, where it is shown; the rest stands in the last line.
    private func notes(of scene: PreviewScene) -> [OverlayShape] {
        guard scene.showsHelp else { return [] }
        guard !encoder.showsLetters else { return scene.notes }
        let top = max(0, extent.imageRows - scene.help.count - 1)
        return scene.help.enumerated().map { index, text in
            let text = TerminalText.metrics.shortened(text, maximumWidth: scene.size.width - 2)
            return .label(
                text,
                in: Rect(
                    x: 2, y: Double(2 * (top + index)),
                    width: TerminalText.metrics.size(of: text).width, height: 2), color: .black)
        }
    }

    /// The last line, where it differs from the one that is there.
    private func text(of scene: PreviewScene) -> [UInt8] {
        let text = Self.line(
            scene.status.text, scene.message ?? "h help  q stop", isHint: scene.message == nil,
            columns: extent.columns - 1)
        guard text != line else { return [] }
        line = text
        return Array("\u{1B}[\(extent.rows);1H\u{1B}[0m\(text)\u{1B}[K".utf8)
    }

    /// Numbers and a message, which comes before them where both have no room; a hint gives way.
    static func line(_ numbers: String, _ message: String, isHint: Bool, columns: Int) -> String {
        let columns = Double(max(1, columns))
        let whole = numbers + "  " + message
        if TerminalText.metrics.size(of: whole).width <= columns { return whole }
        return TerminalText.metrics.shortened(isHint ? numbers : message, maximumWidth: columns)
    }
}
