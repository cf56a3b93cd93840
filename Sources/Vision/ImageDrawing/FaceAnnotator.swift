// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceOverlay
package import FaceValues

/// Draws the faces and codes of one stream on copies of its images, in the order of the images; used by one
/// thread at a time.
package struct FaceAnnotator {
    private let style: OverlayStyle
    private var trails: FaceTrails?
    private var layout = LabelLayout()
    private var codes = ShownCodes()
    private let pool = ImageCanvasPool()

    /// An annotator that has seen nothing yet.
    ///
    /// - Parameter trailDuration: how long the paths of the faces are shown; `nil` for not at all.
    package init(style: OverlayStyle = OverlayStyle(), trailDuration: MediaTime? = nil) {
        self.style = style
        trails = trailDuration.map(FaceTrails.init)
    }

    /// The same image with its faces, stored as it was; letters are upright as it is shown.
    ///
    /// - Parameter observation: what was found in it; `nil` for nothing.
    /// - Throws: what ``ImageCanvasPool/makeCanvas(of:displayed:)`` and
    ///   ``ImageCanvas/draw(_:orientation:)`` throw.
    package mutating func annotate(
        _ sample: VideoSampleBuffer, with observation: FaceObservation?
    ) throws(FacecapError) -> VideoSampleBuffer {
        let image = sample.pixelBuffer
        let canvas = try pool.makeCanvas(of: image)
        try canvas.draw(shapes(of: observation, in: sample), orientation: sample.orientation)
        return sample.replacingPixelBuffer(with: canvas.makePixelBuffer())
    }

    /// The image as it is displayed, with its faces.
    ///
    /// - Parameter observation: what was found in it; `nil` for nothing.
    /// - Throws: what ``annotate(_:with:)`` throws.
    package mutating func makeDisplayedImage(
        of sample: VideoSampleBuffer, with observation: FaceObservation?
    ) throws(FacecapError) -> PixelBuffer {
        let canvas = try pool.makeCanvas(
            of: sample.pixelBuffer, displayed: sample.orientation)
        try canvas.draw(shapes(of: observation, in: sample))
        return canvas.makePixelBuffer()
    }

    private mutating func shapes(
        of observation: FaceObservation?, in sample: VideoSampleBuffer
    ) -> [OverlayShape] {
        let faces = observation?.faces ?? []
        let size = sample.orientation.displayedSize(of: sample.pixelBuffer.size)
        let place = CoordinateTransform.displayedFromStored(
            orientation: sample.orientation
        ).then(.scale(x: size.width, y: size.height))
        trails?.append(faces, at: sample.presentationTime)
        let paths =
            trails?.shapes(width: FaceOverlay.unit(of: size)) { place.apply($0) } ?? []
        let overlay = FaceOverlay(
            faces: faces.map(place.apply),
            codes: codes.update(with: observation?.codes, at: sample.presentationTime)
                .map(place.apply),
            style: style,
            in: Rect(size: size), layout: &layout)
        return paths + overlay.shapes
    }
}
