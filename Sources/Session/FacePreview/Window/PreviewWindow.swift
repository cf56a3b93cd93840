// SPDX-License-Identifier: Apache-2.0
internal import CSDL
import CaptureSamples
import FaceOverlay
import FaceValues

/// A preview in a window of SDL 2.
final class PreviewWindow: PreviewDisplay {
    let drawIntervalNanoseconds: Int64 = 0
    private let output: SDLRenderer
    private let textures: [ImageTexture]
    private var isShown = false
    private var isFullScreen = false

    /// Opens a window that shows itself with the first frame.
    ///
    /// Throws `.sourceNotFound` where there is no screen or no SDL.
    init(title: String, cameraCount: Int) throws(FacecapError) {
        let output = try SDLRenderer(SDLLibrary(), title: title)
        self.output = output
        textures = (0..<cameraCount).map { _ in ImageTexture(output) }
    }

    var size: Size? { isShown ? output.size : nil }

    /// Goes with the last reference.
    func close() {}

    // MARK: Input

    func inputs() -> [PreviewInput] {
        // As when its user closes it.
        guard !output.library.isScreenLost else { return [.close] }
        var inputs: [PreviewInput] = []
        var event = SDL_Event()
        while output.library.functions.PollEvent?(&event) == 1 {
            if let input = Self.input(event) { inputs.append(input) }
        }
        return inputs
    }

    private static func input(_ event: SDL_Event) -> PreviewInput? {
        switch SDL_EventType(event.type) {
        case SDL_QUIT: return .close
        case SDL_KEYDOWN:
            guard event.key.repeat == 0 else { return nil }
            return key(event.key.keysym.sym, modifiers: event.key.keysym.mod)
        case SDL_MOUSEBUTTONDOWN where event.button.button == UInt8(SDL_BUTTON_LEFT):
            return .click(Point(x: Double(event.button.x), y: Double(event.button.y)))
        case SDL_WINDOWEVENT:
            let changes = [SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SIZE_CHANGED]
            let kind = UInt32(event.window.event)
            return changes.contains { $0.rawValue == kind } ? .exposed : nil
        default: return nil
        }
    }

    /// A key of SDL by what it types; with Ctrl, Alt or the GUI key it types nothing, and Ctrl-C closes the window.
    static func key(_ code: Int32, modifiers: UInt16) -> PreviewInput? {
        guard let value = UInt8(exactly: code), value < 128 else { return nil }
        func isHeld(_ keys: SDL_Keymod) -> Bool { UInt32(modifiers) & UInt32(keys.rawValue) != 0 }
        if isHeld(KMOD_CTRL), value == UInt8(ascii: "c") { return .close }
        guard !isHeld(KMOD_CTRL), !isHeld(KMOD_ALT), !isHeld(KMOD_GUI) else { return nil }
        return .key(Character(UnicodeScalar(value)))
    }

    // MARK: Output

    func draw(_ scene: inout PreviewScene) {
        guard !output.library.isScreenLost else { return }
        if !isShown { show(scene) }
        if scene.isFullScreen != isFullScreen { setFullScreen(scene.isFullScreen) }
        scene.size = output.size
        let sdl = output.library.functions
        let tiles = scene.tiles
        if scene.hasGaps(between: tiles) {
            _ = sdl.SetRenderDrawColor?(output.renderer, 0, 0, 0, 255)
            _ = sdl.RenderClear?(output.renderer)
        }
        let notes = scene.notes
        output.beginLabels()
        for tile in tiles { draw(tile, of: &scene, around: notes.labelRects) }
        var raster = ShapeRaster(bounds: Rect(corner: Point(x: 0, y: 0), corner: scene.size.corner))
        raster.draw(notes)
        output.draw(raster.items)
        sdl.RenderPresent?(output.renderer)
    }

    private func draw(
        _ tile: PreviewTile, of scene: inout PreviewScene, around obstacles: [Rect]
    ) {
        guard let texture = textures[tile.camera].load(tile.frame.pixelBuffer) else { return }
        let sdl = output.library.functions
        var clip = SDL_Rect(tile.rect)
        _ = sdl.RenderSetClipRect?(output.renderer, &clip)
        let layer = tile.layer
        let shown = tile.displayFromDevice.apply(Rect.unit)
        if layer.orientation == .upright {
            var target = SDL_Rect(shown)
            _ = sdl.RenderCopy?(output.renderer, texture, nil, &target)
        } else {
            // SDL mirrors first and turns about the middle then, clockwise.
            var target = SDL_Rect(layer.orientation.exchangesSides ? shown.turned : shown)
            let angle = Double(layer.orientation.degrees)
            _ = sdl.RenderCopyEx?(
                output.renderer, texture, nil, &target,
                layer.orientation.isMirrored ? -angle : angle, nil,
                layer.orientation.isMirrored ? SDL_FLIP_HORIZONTAL : SDL_FLIP_NONE)
        }
        var raster = ShapeRaster(bounds: tile.rect)
        raster.draw(scene.shapes(over: tile, around: obstacles))
        output.draw(raster.items)
        _ = sdl.RenderSetClipRect?(output.renderer, nil)
    }

    /// As large as the frames, where the screen has that much room.
    private func show(_ scene: PreviewScene) {
        isShown = true
        let sdl = output.library.functions
        let images = scene.tiles.map(\.layer.displayedSize)
        let (columns, rows) = scene.grid
        let width = (images.map(\.width).max() ?? 640) * Double(columns)
        let height = (images.map(\.height).max() ?? 480) * Double(rows)
        var usable = SDL_Rect()
        var share = 1.0
        let index = sdl.GetWindowDisplayIndex?(output.window) ?? 0
        if sdl.GetDisplayUsableBounds?(index, &usable) == 0, usable.w > 0, usable.h > 0 {
            share = min(1, Double(usable.w) / width, Double(usable.h) / height)
        }
        sdl.SetWindowSize?(
            output.window, CInt(pixels: max(1, width * share)),
            CInt(pixels: max(1, height * share)))
        sdl.SetWindowPosition?(output.window, facecap_sdl_centered, facecap_sdl_centered)
        sdl.ShowWindow?(output.window)
    }

    private func setFullScreen(_ isOn: Bool) {
        isFullScreen = isOn
        let flags = isOn ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0
        _ = output.library.functions.SetWindowFullscreen?(output.window, flags)
    }
}

extension SDL_Rect {
    /// Whole pixels, from the nearest edge to the nearest edge.
    fileprivate init(_ rect: Rect) {
        let (left, top) = (rect.x.rounded(), rect.y.rounded())
        self.init(
            x: CInt(pixels: left), y: CInt(pixels: top),
            w: CInt(pixels: rect.maxX.rounded() - left),
            h: CInt(pixels: rect.maxY.rounded() - top))
    }
}

extension CInt {
    /// A number of pixels, or the nearest one that no screen has.
    fileprivate init(pixels: Double) { self.init(Swift.min(Swift.max(pixels, -1e9), 1e9)) }
}

extension Rect {
    /// With its sides exchanged about its middle.
    fileprivate var turned: Rect {
        Rect(
            x: center.x - height / 2, y: center.y - width / 2, width: height, height: width)
    }
}

extension Size {
    /// The corner opposite to the origin.
    var corner: Point { Point(x: width, y: height) }
}
