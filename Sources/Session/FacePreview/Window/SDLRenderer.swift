// SPDX-License-Identifier: Apache-2.0
internal import CSDL
import FaceOverlay
import FaceValues

/// A window, hidden at first, and what draws into it.
final class SDLRenderer {
    let library: SDLLibrary
    let window: OpaquePointer
    let renderer: OpaquePointer
    private var labels: [LabelTexture] = []
    private var labelCount = 0
    /// What is about to be filled.
    private var rects: [SDL_Rect] = []

    /// Prefers a graphics card; OpenGL that a processor imitates costs more than drawing without it, which
    /// Wayland has no way for.
    init(_ library: SDLLibrary, title: String) throws(FacecapError) {
        self.library = library
        let sdl = library.functions
        let flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
        let choices: [(SDL_RendererFlags, takesImitation: Bool)] = [
            (SDL_RENDERER_ACCELERATED, false), (SDL_RENDERER_SOFTWARE, true),
            (SDL_RENDERER_ACCELERATED, true),
        ]
        for (wanted, takesImitation) in choices {
            guard
                let window = sdl.CreateWindow?(
                    title, facecap_sdl_centered, facecap_sdl_centered, 640, 480, flags)
            else { break }
            library.outliveScreen(of: window)
            if let renderer = sdl.CreateRenderer?(window, -1, wanted.rawValue) {
                if takesImitation || Self.isHardware(renderer, sdl) {
                    self.window = window
                    self.renderer = renderer
                    return
                }
                sdl.DestroyRenderer?(renderer)
            }
            sdl.DestroyWindow?(window)
        }
        throw FacecapError(
            .systemFailed,
            "The preview window cannot be opened (\(library.message)): show the frames in the "
                + "terminal.")
    }

    deinit {
        // SDL would wait for ever for the answer of a screen that is gone.
        guard !library.isScreenLost else { return }
        for label in labels { label.destroy() }
        library.functions.DestroyRenderer?(renderer)
        library.functions.DestroyWindow?(window)
    }

    /// Pixels of the window.
    var size: Size {
        var (width, height): (CInt, CInt) = (0, 0)
        _ = library.functions.GetRendererOutputSize?(renderer, &width, &height)
        return Size(width: Double(max(1, width)), height: Double(max(1, height)))
    }

    /// Begins another image: its first label is drawn next.
    func beginLabels() { labelCount = 0 }

    /// Draws what follows each other in one color in as few calls as it takes.
    func draw(_ items: [ShapeRaster.Item]) {
        var color: OverlayColor?
        for item in items {
            switch item {
            case .fill(let fill):
                if let color, color != fill.color { self.fill(color) }
                color = fill.color
                rects.append(
                    SDL_Rect(
                        x: CInt(fill.x), y: CInt(fill.y), w: CInt(fill.width), h: CInt(fill.height)
                    ))
            case .label(let label):
                if let color { fill(color) }
                color = nil
                draw(label)
            }
        }
        if let color { fill(color) }
    }

    private func fill(_ color: OverlayColor) {
        _ = library.functions.SetRenderDrawColor?(renderer, color.red, color.green, color.blue, 255)
        _ = library.functions.RenderFillRects?(renderer, rects, CInt(rects.count))
        rects.removeAll(keepingCapacity: true)
    }

    /// The labels of an image have a texture each, which stays as it is while the label does.
    private func draw(_ label: ShapeRaster.Label) {
        if labelCount == labels.count {
            labels.append(LabelTexture(library.functions, renderer: renderer))
        }
        labels[labelCount].draw(label)
        labelCount += 1
    }

    private static func isHardware(_ renderer: OpaquePointer, _ sdl: FacecapSDL) -> Bool {
        var info = SDL_RendererInfo()
        guard sdl.GetRendererInfo?(renderer, &info) == 0, let name = info.name else { return false }
        guard String(cString: name).hasPrefix("opengl") else { return true }
        let driver =
            withUnsafePointer(to: sdl) { facecap_sdl_gl_driver($0) }
            .map { String(cString: $0).lowercased() } ?? ""
        return !["llvmpipe", "softpipe", "swrast", "swiftshader"].contains { driver.contains($0) }
    }
}
