// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
package import CaptureSamples
package import FaceOverlay
package import FaceValues
internal import OpenCVCalls

/// A copy of an image that is drawn on, by one thread, until it becomes an image that nobody changes.
///
/// What lies outside of the image is left out; a shape with a coordinate that is not a number, or
/// more than a million pixels away, is not drawn. Colors are converted by BT.601.
package struct ImageCanvas: ~Copyable {
    private let image: PixelBuffer
    private let planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]

    init(
        _ image: PixelBuffer, planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)]
    ) {
        self.image = image
        self.planes = planes
    }

    /// Pixels of the image as it is stored.
    package var size: Size { image.size }

    /// Draws shapes, given in pixels of the image as it is shown.
    ///
    /// - Parameter orientation: how the image is displayed, so that letters can be read then.
    /// - Throws: `.systemFailed` when memory runs out.
    package func draw(
        _ shapes: [OverlayShape], orientation: VideoOrientation = .upright
    ) throws(FacecapError) {
        var target = target(orientation)
        for shape in shapes {
            try Shim.draw("A face cannot be drawn") { message, capacity in
                Self.draw(shape, on: &target, message, capacity)
            }
        }
    }

    /// Hides every sample, of luma and of chroma, whose area overlaps one of the regions, and no other.
    ///
    /// A region with a point that is not a number, or more than a million pixels away, hides the whole
    /// image: rather too much than too little.
    ///
    /// - Parameter regions: convex polygons in pixels of the image as it is stored.
    /// - Throws: `.systemFailed` when memory runs out; the image must not be shown
    ///   then.
    package func cover(_ regions: [[Point]], with covering: Covering) throws(FacecapError) {
        var target = target(.upright)
        let (kind, color) = Self.values(of: covering)
        for region in regions {
            try Shim.draw("A face cannot be covered") { message, capacity in
                Shim.withPoints(region) { points, count in
                    facecap_canvas_cover(&target, points, count, kind, color, message, capacity)
                }
            }
        }
    }

    /// Hides the whole image.
    ///
    /// - Throws: what ``cover(_:with:)`` throws.
    package func coverAll(with covering: Covering) throws(FacecapError) {
        let (width, height) = (size.width, size.height)
        try cover(
            [
                [
                    Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: height),
                    Point(x: 0, y: height),
                ]
            ], with: covering)
    }

    /// The image as it is now; the canvas is gone.
    package consuming func makePixelBuffer() -> PixelBuffer { image }

    /// The canvas as the shim has it.
    func target(_ orientation: VideoOrientation) -> FacecapCanvas {
        var canvas = FacecapCanvas()
        canvas.width = Int32(clamping: image.width)
        canvas.height = Int32(clamping: image.height)
        canvas.is_full_range = image.isFullRange ? 1 : 0
        canvas.quarter_turns = Int32(orientation.degrees / 90)
        canvas.is_mirrored = orientation.isMirrored ? 1 : 0
        let bytes = planes.map { $0.bytes.assumingMemoryBound(to: UInt8.self) }
        canvas.planes = (bytes[0], bytes[1], bytes[2])
        canvas.bytes_per_row = (
            planes[0].bytesPerRow, planes[1].bytesPerRow, planes[2].bytesPerRow
        )
        return canvas
    }

    private static func draw(
        _ shape: OverlayShape, on canvas: inout FacecapCanvas,
        _ message: UnsafeMutablePointer<CChar>, _ capacity: Int32
    ) -> Int32 {
        switch shape {
        case .line(let points, let isClosed, let isDashed, let width, let color):
            Shim.withPoints(points) { start, count in
                facecap_canvas_draw_line(
                    &canvas, start, count, isClosed ? 1 : 0, isDashed ? 1 : 0, width,
                    FacecapCanvasColor(color), message, capacity)
            }
        case .dot(let center, let radius, let color):
            facecap_canvas_draw_dot(
                &canvas, FacecapCanvasPoint(center), radius, FacecapCanvasColor(color), message,
                capacity)
        case .label(let text, let rect, let color):
            draw(text, in: rect, color, on: &canvas, message, capacity)
        }
    }

    /// What is beyond the reach of canvases is not drawn, and memory never larger than a canvas can be.
    private static func draw(
        _ text: String, in rect: Rect, _ color: OverlayColor, on canvas: inout FacecapCanvas,
        _ message: UnsafeMutablePointer<CChar>, _ capacity: Int32
    ) -> Int32 {
        let reach = Double(FACECAP_CANVAS_REACH)
        guard abs(rect.x) <= reach, abs(rect.y) <= reach, let width = Int32(exactly: rect.width),
            let height = Int32(exactly: rect.height), (1...16384).contains(width),
            (1...1024).contains(height)
        else { return 0 }
        let count = Int(width) * Int(height)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { coverage in
            LabelFont.shared.draw(text, width: Int(width), height: Int(height), into: coverage)
            var label = FacecapCanvasLabel()
            label.left = Int32(rect.x.rounded())
            label.top = Int32(rect.y.rounded())
            label.width = width
            label.height = height
            label.coverage = UnsafePointer(coverage.baseAddress)
            return facecap_canvas_draw_label(
                &canvas, &label, FacecapCanvasColor(color), FacecapCanvasColor(color.ink), message,
                capacity)
        }
    }

    private static func values(
        of covering: Covering
    ) -> (kind: FacecapCovering, color: FacecapCanvasColor) {
        switch covering {
        case .blur: (FACECAP_COVERING_BLUR, FacecapCanvasColor())
        case .pixelate: (FACECAP_COVERING_PIXELATE, FacecapCanvasColor())
        case .box(let color): (FACECAP_COVERING_COLOR, FacecapCanvasColor(color))
        }
    }
}
