// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
internal import FaceOverlay
package import FaceValues
internal import ImageDrawing

/// Makes frames in which something is covered; every one is a copy, of one format.
///
/// Any thread may use it; frames of one stream share its memory.
package final class ImageRedactor: Sendable {
    private let covering: Covering
    private let canvases = ImageCanvasPool()

    /// A redactor that covers by a method.
    package init(method: RedactionSettings.Method) {
        covering =
            switch method {
            case .blur: .blur
            case .pixelate: .pixelate
            case .box(let color): .box(color)
            case .cropOut: .box(.black)
            }
    }

    /// The frame with a part of it covered: each sample that a region touches is changed, and no other.
    ///
    /// - Throws: `.formatUnsupported` for depth images,
    ///   `.systemFailed` when memory runs out; nothing of the frame may be shown then.
    package func cover(
        _ cover: FrameCover, in image: PixelBuffer
    ) throws(FacecapError) -> PixelBuffer {
        let canvas = try canvases.makeCanvas(of: image)
        switch cover {
        case .regions(let regions): try canvas.cover(regions, with: covering)
        case .wholeImage: try canvas.coverAll(with: covering)
        }
        return canvas.makePixelBuffer()
    }
}
