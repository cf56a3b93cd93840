// SPDX-License-Identifier: Apache-2.0
internal import CSDL
import FaceOverlay

/// A label as the renderer has it, drawn again only when it says something else.
struct LabelTexture {
    private let sdl: FacecapSDL
    private let renderer: OpaquePointer
    private var texture: OpaquePointer?
    private var width = 0
    private var height = 0
    /// What is in the texture, wherever it was drawn.
    private var drawn: (text: String, width: Int, height: Int, color: OverlayColor)?
    private var pixels: [UInt32] = []

    init(_ sdl: FacecapSDL, renderer: OpaquePointer) {
        self.sdl = sdl
        self.renderer = renderer
    }

    /// Gives the texture back, before the renderer goes.
    func destroy() { texture.map { sdl.DestroyTexture?($0) } }

    mutating func draw(_ label: ShapeRaster.Label) {
        grow(to: label)
        guard let texture else { return }
        var source = SDL_Rect(x: 0, y: 0, w: CInt(label.width), h: CInt(label.height))
        let wanted = (label.text, label.width, label.height, label.color)
        if drawn.map({ $0 != wanted }) ?? true {
            drawn = wanted
            paint(label)
            _ = sdl.UpdateTexture?(texture, &source, pixels, CInt(label.width * 4))
        }
        var target = source
        target.x = CInt(label.x)
        target.y = CInt(label.y)
        _ = sdl.RenderCopy?(renderer, texture, &source, &target)
    }

    /// Makes another texture only where this one is too small.
    private mutating func grow(to label: ShapeRaster.Label) {
        guard texture == nil || label.width > width || label.height > height else { return }
        destroy()
        drawn = nil
        // Room for an angle that gets another digit.
        (width, height) = ((label.width + 63) / 64 * 64, label.height)
        texture = sdl.CreateTexture?(
            renderer, UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue),
            CInt(SDL_TEXTUREACCESS_STATIC.rawValue), CInt(width), CInt(height))
    }

    private mutating func paint(_ label: ShapeRaster.Label) {
        let ramp = Self.ramp(label.color)
        let count = label.width * label.height
        if pixels.count < count { pixels = Array(repeating: 0, count: count) }
        label.withCoverage { coverage in
            pixels.withUnsafeMutableBufferPointer { pixels in
                ramp.withUnsafeBufferPointer { ramp in
                    for index in 0..<count { pixels[index] = ramp[Int(coverage[index])] }
                }
            }
        }
    }

    /// What a pixel is for each coverage, as SDL has it.
    private static func ramp(_ color: OverlayColor) -> [UInt32] {
        let ink = color.ink
        return (0...255).map { covered in
            let mixed = color.mixed(with: ink, UInt8(covered))
            return 0xFF00_0000 | UInt32(mixed.red) << 16 | UInt32(mixed.green) << 8
                | UInt32(mixed.blue)
        }
    }
}
