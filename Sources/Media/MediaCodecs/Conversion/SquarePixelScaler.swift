// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// Scales frames whose pixels are not square to the shape in which they are displayed.
///
/// It is used by one thread at a time.
package struct SquarePixelScaler {
    /// Pixels of these widths, in heights, are made square by the width of the image alone.
    private static let plainShapes = 0.5...4.0
    /// How many times as large the image may become that shows pixels of any other width.
    private static let maximumGrowth = 4.0
    /// An image with a longer side, or with a side of none, shows nobody anything.
    private static let believedSides = 1.0...16_384.0

    /// `nil` before it was needed.
    private var magnifier: PixelBufferMagnifier?

    /// A scaler that has seen nothing yet.
    package init() {}

    /// The same frame with pixels as wide as high; the frame itself where it has them, or where no such image can be
    /// made.
    ///
    /// Throws `systemFailed` where there is no memory.
    package mutating func square(
        _ stored: VideoSampleBuffer
    ) throws(FacecapError) -> VideoSampleBuffer {
        guard stored.pixelAspectRatio != .square else { return stored }
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
            return stored
        }
        do throws(FacecapError) {
            return stored.squared(
                to: try PixelBufferMagnifier.reusing(&magnifier).scale(
                    image, toWidth: Int(width), height: Int(height)))
        } catch  where error.code == .formatUnsupported {
            return stored
        }
    }
}
