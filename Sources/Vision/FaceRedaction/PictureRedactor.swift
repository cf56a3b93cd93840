public import CaptureSamples
internal import FaceOverlay
public import FaceValues
internal import ImageDrawing

/// Makes pictures in which something is covered; every one is a copy, of one format.
///
/// Any thread may use it; pictures of one stream share its memory.
public final class PictureRedactor: Sendable {
    private let covering: Covering
    private let canvases = PictureCanvasPool()

    /// A redactor that covers by a method.
    public init(method: RedactionSettings.Method) {
        covering =
            switch method {
            case .blur: .blur
            case .pixelate: .pixelate
            case .box(let color): .box(color)
            case .cropOut: .box(.black)
            }
    }

    /// The picture with a part of it covered: each sample that a region touches is changed, and no other.
    ///
    /// - Throws: ``FacecapError/Code/formatUnsupported`` for pictures of distances,
    ///   ``FacecapError/Code/systemFailed`` when memory runs out; nothing of the picture may be shown then.
    public func cover(
        _ cover: FrameCover, in picture: PixelBuffer
    ) throws(FacecapError) -> PixelBuffer {
        let canvas = try canvases.makeCanvas(of: picture)
        switch cover {
        case .regions(let regions): try canvas.cover(regions, with: covering)
        case .wholePicture: try canvas.coverAll(with: covering)
        }
        return canvas.makePixelBuffer()
    }
}
