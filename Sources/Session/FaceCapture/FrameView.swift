// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs

/// Shows frames as detectors have to see them: with pixels as wide as high, and mirrored where they are displayed so, so
/// that faces are those of any other file that displays the same. Networks see a face and its mirror image a little
/// differently, and a squeezed one as a narrow one.
struct FrameView {
    /// Pixels of another shape, in heights, are not believed.
    private static let believedShapes = 0.25...4.0

    /// Where mirrored images lie.
    private var mirrorPool: PixelBufferPool?
    /// What makes pixels square; `nil` before it was needed.
    private var magnifier: PixelBufferMagnifier?

    /// A view that has shown nothing yet.
    init() {}

    /// A frame as it is to be seen, and the way there from its stored pixels; as it is stored where there is no memory.
    mutating func show(
        _ stored: VideoSampleBuffer
    ) -> (sample: VideoSampleBuffer, fromStored: CoordinateTransform) {
        var sample = stored
        var fromStored = CoordinateTransform.identity
        let width = stored.pixelAspectRatio.value
        if stored.pixelAspectRatio != .square, Self.believedShapes.contains(width),
            let image = try? PixelBufferMagnifier.reusing(&magnifier).square(
                stored.pixelBuffer, pixelWidth: width)
        {
            sample = stored.squared(to: image)
            let growth = Double(image.width) / Double(stored.pixelBuffer.width)
            fromStored = .scale(x: growth, y: 1)
        }
        if sample.orientation.isMirrored,
            let mirrored = try? VideoOrientation.mirrored.applied(
                to: sample.pixelBuffer, in: &mirrorPool)
        {
            sample = sample.replacingPixelBuffer(with: mirrored).replacingOrientation(
                with: VideoOrientation.mirrored.followed(by: sample.orientation))
            fromStored = fromStored.then(
                .scale(x: -1, y: 1, thenShiftX: Double(mirrored.width)))
        }
        return (sample, fromStored)
    }
}
