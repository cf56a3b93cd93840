internal import CSDL
import FaceOverlay
import FaceValues

/// A window, hidden at first, and what draws into it.
final class SDLRenderer {
    let library: SDLLibrary
    let window: OpaquePointer
    let renderer: OpaquePointer

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
            "The preview window cannot be opened (\(library.message)): show the pictures in the "
                + "terminal with --preview=terminal.")
    }

    deinit {
        library.functions.DestroyRenderer?(renderer)
        library.functions.DestroyWindow?(window)
    }

    /// Pixels of the window.
    var size: Size {
        var (width, height): (CInt, CInt) = (0, 0)
        _ = library.functions.GetRendererOutputSize?(renderer, &width, &height)
        return Size(width: Double(max(1, width)), height: Double(max(1, height)))
    }

    /// Draws one colour after the other, each in as few calls as it takes.
    func fill(_ fills: [ShapeRaster.Fill]) {
        var rects: [SDL_Rect] = []
        for (index, fill) in fills.enumerated() {
            rects.append(
                SDL_Rect(
                    x: CInt(fill.x), y: CInt(fill.y), w: CInt(fill.width), h: CInt(fill.height)))
            guard index + 1 == fills.count || fills[index + 1].color != fill.color else { continue }
            let color = fill.color
            _ = library.functions.SetRenderDrawColor?(
                renderer, color.red, color.green, color.blue, 255)
            _ = library.functions.RenderFillRects?(renderer, rects, CInt(rects.count))
            rects.removeAll(keepingCapacity: true)
        }
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
