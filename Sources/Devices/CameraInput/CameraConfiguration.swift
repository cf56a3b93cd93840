// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
import FaceValues

/// What a camera delivers after it was configured.
struct CameraConfiguration {
    /// How frames come out of the driver.
    let format: CameraRequest.PixelFormat
    let size: FrameSize
    /// Where the samples lie in a buffer; `nil` of what is encoded.
    let layout: ImageLayout?
    /// Whether luma runs over 0...255.
    let isFullRange: Bool
    /// What makes luma and chroma of colors; `nil` where the driver does not say.
    let matrix: PixelBuffer.Matrix?
    /// Frames a second; `nil` when the driver does not say.
    let frameRate: Double?

    /// The fewest bytes of a buffer that is of use.
    var minimumLength: Int { layout?.byteCount ?? 1 }

    /// What makes events of the buffers of the camera at `path`.
    func makeReader(path: String) throws(FacecapError) -> any FrameReader {
        if let layout { return RawFrameReader(layout, isFullRange: isFullRange, matrix: matrix) }
        if format == .h264 { return try H264FrameReader(size: size, path: path) }
        return try JPEGFrameReader(size: size, path: path)
    }
}
