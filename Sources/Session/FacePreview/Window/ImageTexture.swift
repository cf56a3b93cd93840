// SPDX-License-Identifier: Apache-2.0
internal import CSDL
import CaptureSamples
import FaceValues

/// A camera's frame as the renderer has it: in the camera's own layout, converted while it is drawn.
final class ImageTexture {
    private struct Layout: Hashable {
        let format: PixelBuffer.Format
        let width: Int
        let height: Int
        let isFullRange: Bool
        let matrix: PixelBuffer.Matrix
    }

    private let output: SDLRenderer
    private var layout: Layout?
    private var texture: OpaquePointer?
    /// The frame that is in the texture.
    private var loaded: PixelBuffer?
    /// Chroma of frames that have none.
    private var neutral: [UInt8] = []

    init(_ output: SDLRenderer) { self.output = output }

    deinit {
        guard !output.library.isScreenLost else { return }
        texture.map { output.library.functions.DestroyTexture?($0) }
    }

    /// The texture with a frame; `nil` where the frame cannot be shown.
    func load(_ image: PixelBuffer) -> OpaquePointer? {
        guard image !== loaded else { return texture }
        setConversion(for: image)
        prepare(for: image)
        guard let texture else { return nil }
        loaded = image
        let planes = image.planes.map {
            ($0.baseAddress.assumingMemoryBound(to: UInt8.self), CInt($0.bytesPerRow))
        }
        let sdl = output.library.functions
        switch image.format {
        case .i420:
            _ = sdl.UpdateYUVTexture?(
                texture, nil, planes[0].0, planes[0].1, planes[1].0, planes[1].1, planes[2].0,
                planes[2].1)
        case .nv12:
            _ = sdl.UpdateNVTexture?(
                texture, nil, planes[0].0, planes[0].1, planes[1].0, planes[1].1)
        case .gray8:
            let pitch = CInt((image.width + 1) / 2)
            _ = sdl.UpdateYUVTexture?(
                texture, nil, planes[0].0, planes[0].1, neutral, pitch, neutral, pitch)
        case .yuyv, .uyvy, .bgr24, .bgra:
            _ = sdl.UpdateTexture?(texture, nil, planes[0].0, planes[0].1)
        case .depth16: return nil
        }
        return texture
    }

    /// Has the colors of a frame converted as they are meant; SDL has one conversion for the textures of all cameras.
    private func setConversion(for image: PixelBuffer) {
        output.library.functions.SetYUVConversionMode?(
            image.isFullRange
                ? SDL_YUV_CONVERSION_JPEG
                : image.effectiveMatrix == .bt601
                    ? SDL_YUV_CONVERSION_BT601 : SDL_YUV_CONVERSION_BT709)
    }

    private func prepare(for image: PixelBuffer) {
        let wanted = Layout(
            format: image.format, width: image.width, height: image.height,
            isFullRange: image.isFullRange, matrix: image.effectiveMatrix)
        guard wanted != layout else { return }
        layout = wanted
        let sdl = output.library.functions
        texture.map { sdl.DestroyTexture?($0) }
        texture = nil
        guard let format = Self.format(of: image.format) else { return }
        texture = sdl.CreateTexture?(
            output.renderer, format, CInt(SDL_TEXTUREACCESS_STREAMING.rawValue),
            CInt(image.width), CInt(image.height))
        if let texture { _ = sdl.SetTextureScaleMode?(texture, SDL_ScaleModeLinear) }
        let half = ((image.width + 1) / 2, (image.height + 1) / 2)
        neutral =
            image.format == .gray8 ? [UInt8](repeating: 128, count: half.0 * half.1) : []
    }

    private static func format(of format: PixelBuffer.Format) -> UInt32? {
        switch format {
        case .i420, .gray8: UInt32(SDL_PIXELFORMAT_IYUV.rawValue)
        case .nv12: UInt32(SDL_PIXELFORMAT_NV12.rawValue)
        case .yuyv: UInt32(SDL_PIXELFORMAT_YUY2.rawValue)
        case .uyvy: UInt32(SDL_PIXELFORMAT_UYVY.rawValue)
        case .bgr24: UInt32(SDL_PIXELFORMAT_BGR24.rawValue)
        // Of a number of 32 bits whose low byte, blue, comes first.
        case .bgra: UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue)
        case .depth16: nil
        }
    }
}
