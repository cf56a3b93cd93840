// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
package import CaptureSamples
package import FaceValues
internal import OpenCVCalls
internal import Synchronization

/// Makes canvases of images, in memory that is used again when an image is no longer held by anyone.
///
/// Any thread may ask for a canvas; a pool of one stream serves best, as it keeps memory of one size.
package final class ImageCanvasPool: Sendable {
    private let memory = Mutex<PixelBufferPool?>(nil)

    /// A pool without memory yet.
    package init() {}

    /// A copy of an image to draw on: in `PixelBuffer.Format.i420`, of the same range.
    ///
    /// - Parameters:
    ///   - orientation: how the copy is turned and mirrored.
    /// - Throws: `.formatUnsupported` for distances, and
    ///   `.systemFailed` when an image's planes do not fit its size.
    package func makeCanvas(
        of image: PixelBuffer, displayed orientation: VideoOrientation = .upright
    ) throws(FacecapError) -> ImageCanvas {
        guard image.format != .depth16 else {
            throw FacecapError(
                .formatUnsupported,
                "Nothing can be drawn on a depth image; choose a color camera.")
        }
        let sides = (image.width, image.height)
        let (width, height) = orientation.exchangesSides ? (sides.1, sides.0) : sides
        var planes: [(bytes: UnsafeMutableRawPointer, bytesPerRow: Int)] = []
        let copy = pool(width, height, of: image).makePixelBuffer { planes = $0 }
        let canvas = ImageCanvas(copy, planes: planes)
        var target = canvas.target(orientation)
        try Shim.draw("An image cannot be copied") { message, capacity in
            Shim.withImage(image) { facecap_canvas_copy(&target, $0, message, capacity) }
        }
        return canvas
    }

    private func pool(_ width: Int, _ height: Int, of image: PixelBuffer) -> PixelBufferPool {
        let matrix: PixelBuffer.Matrix? =
            switch image.format {
            // What the copy makes of colors.
            case .bgr24, .bgra: .bt601
            case .gray8, .yuyv, .uyvy, .nv12, .i420, .depth16: image.matrix
            }
        return memory.withLock {
            PixelBufferPool.reusing(
                &$0, format: .i420, width: width, height: height, isFullRange: image.isFullRange,
                matrix: matrix)
        }
    }
}
