// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues

/// One camera's frame in its place on a display.
struct PreviewTile {
    let camera: Int
    let frame: Preview.Frame
    /// In pixels of the display.
    let rect: Rect
    let layer: CaptureVideoPreviewLayer

    init(
        camera: Int, frame: Preview.Frame, isReversed: Bool, videoGravity: VideoGravity, rect: Rect
    ) {
        self.camera = camera
        self.frame = frame
        self.rect = rect
        layer = CaptureVideoPreviewLayer(
            size: rect.size,
            videoSize: frame.pixelAspectRatio.squareSize(of: frame.pixelBuffer.size),
            orientation: isReversed
                ? frame.orientation.followed(by: .mirrored) : frame.orientation,
            videoGravity: videoGravity)
    }

    /// From the normalized stored frame to pixels of the display.
    var displayFromDevice: CoordinateTransform {
        layer.layerFromDevice.then(.scale(x: 1, y: 1, thenShiftX: rect.x, y: rect.y))
    }

    /// Whether the frame leaves no bars.
    var isFilled: Bool {
        let shown = displayFromDevice.apply(Rect.unit)
        let rounding = 0.01
        return shown.x <= rect.x + rounding && shown.y <= rect.y + rounding
            && shown.maxX >= rect.maxX - rounding && shown.maxY >= rect.maxY - rounding
    }

    /// Boxes, points, ids and angles of the faces.
    ///
    /// - Parameters:
    ///   - layout: of this tile's labels.
    ///   - obstacles: that labels must not cover.
    ///   - metrics: of the labels; `nil` for those of the font.
    func faceShapes(
        layout: inout LabelLayout, around obstacles: [Rect], metrics: LabelMetrics?
    ) -> [OverlayShape] {
        // Labels stand on whole pixels.
        let bounds = Rect(
            corner: rect.origin,
            corner: Point(x: rect.maxX.rounded(.down), y: rect.maxY.rounded(.down)))
        return FaceOverlay(
            faces: frame.faces.map(displayFromDevice.apply),
            codes: frame.codes.map(displayFromDevice.apply), in: bounds, layout: &layout,
            around: obstacles, metrics: metrics
        ).shapes
    }
}
