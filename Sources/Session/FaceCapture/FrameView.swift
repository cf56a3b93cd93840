// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs

/// Shows frames as detectors have to see them: with pixels as wide as high, and mirrored where they are displayed so, so
/// that faces are those of any other file that displays the same. Networks see a face and its mirror image a little
/// differently, and a squeezed one as a narrow one.
struct FrameView {
    /// Which pixels a detector is to see.
    enum Shape {
        /// As wide as high.
        case displayed
        /// As they are stored, whatever is said of their shape.
        case stored
    }

    /// Pixels of these widths, in heights, are made square by the width of the image alone.
    private static let plainShapes = 0.5...4.0
    /// How many times as large the image may become that shows pixels of any other width.
    private static let maximumGrowth = 4.0
    /// An image with a longer side, or with a side of none, shows nobody anything.
    private static let believedSides = 1.0...16_384.0

    /// Where mirrored images lie.
    private var mirrorPool: PixelBufferPool?
    /// What makes pixels square; `nil` before it was needed.
    private var magnifier: PixelBufferMagnifier?

    /// A view that has shown nothing yet.
    init() {}

    /// A frame as it is to be seen, and the way there from its stored pixels.
    ///
    /// Throws `systemFailed` where there is no memory: a face that is not seen in its shape is not found.
    mutating func show(
        _ stored: VideoSampleBuffer, _ shape: Shape = .displayed
    ) throws(FacecapError) -> (sample: VideoSampleBuffer, fromStored: CoordinateTransform) {
        var sample = stored
        var fromStored = CoordinateTransform.identity
        if shape == .displayed, let image = try square(stored) {
            sample = stored.squared(to: image)
            fromStored = .scale(
                x: Double(image.width) / Double(stored.pixelBuffer.width),
                y: Double(image.height) / Double(stored.pixelBuffer.height))
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

    /// A frame's image with square pixels; `nil` where it has them, or none can be made.
    private mutating func square(
        _ stored: VideoSampleBuffer
    ) throws(FacecapError) -> PixelBuffer? {
        guard stored.pixelAspectRatio != .square else { return nil }
        let pixelWidth = stored.pixelAspectRatio.value
        var (x, y) = (pixelWidth, 1.0)
        if !Self.plainShapes.contains(pixelWidth) {
            let side = Self.maximumGrowth.squareRoot()
            (x, y) = (side * pixelWidth.squareRoot(), side / pixelWidth.squareRoot())
        }
        let image = stored.pixelBuffer
        let (width, height) = (
            (Double(image.width) * x).rounded(), (Double(image.height) * y).rounded()
        )
        guard Self.believedSides.contains(width), Self.believedSides.contains(height) else {
            return nil
        }
        do throws(FacecapError) {
            return try PixelBufferMagnifier.reusing(&magnifier).scale(
                image, toWidth: Int(width), height: Int(height))
        } catch  where error.code == .formatUnsupported {
            return nil
        }
    }
}
