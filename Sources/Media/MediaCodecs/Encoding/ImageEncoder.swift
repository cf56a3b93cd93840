// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues
import Glibc

/// Encodes still frames as JPEG or PNG with libavcodec.
///
/// In JPEG luma runs over 0...255 as JFIF has it, whatever the range of the frame; colors are those
/// of BT.601, and chroma has the size that the frame's has, but for packed 4:2:2 that is turned: then
/// it has full size. Any thread may use it, one at a time.
package final class ImageEncoder: @unchecked Sendable {
    private let codec: ImageCodec
    private var stage: ImageEncoderStage?
    private var frameCount: Int64 = 0

    /// An encoder of frames of any size.
    ///
    /// Throws `invalidArgument` for a quality outside 0...1.
    package init(_ codec: ImageCodec) throws(FacecapError) {
        try codec.validate()
        self.codec = codec
    }

    /// An encoder of JPEG frames, with a quality from 0 for the smallest file to 1 for the best frame.
    ///
    /// Throws `invalidArgument` for any other quality.
    package convenience init(quality: Double = 0.9) throws(FacecapError) {
        try self.init(.jpeg(quality: quality))
    }

    /// The frame as a file, without its orientation.
    ///
    /// - Parameter orientation: how it is turned and mirrored before.
    ///
    /// Throws `invalidArgument` where a side is longer than 16384, `formatUnsupported` for distances,
    /// and `systemFailed` where there is no memory or the encoder fails.
    package func encode(
        _ image: PixelBuffer, displayed orientation: VideoOrientation = .upright
    ) throws(FacecapError) -> [UInt8] {
        if case .heic = codec {
            throw FacecapError(
                .formatUnsupported,
                "libavcodec writes no HEIC; choose JPEG or PNG for these frames.")
        }
        let stage = try stage(for: image, orientation)
        let frame = try stage.makeFrame(image)
        defer { stage.release() }
        frame.pointee.quality = stage.context.pointer.pointee.global_quality
        frame.pointee.pts = frameCount
        frameCount += 1
        var bytes: [UInt8] = []
        try stage.context.encode(frame) { (packet) throws(FacecapError) in bytes += packet.bytes }
        guard !bytes.isEmpty else { throw .encodingFailed(stage.context.name, code: -EIO) }
        return bytes
    }

    /// The frame as the red, green and blue of its pixels, as PNG has them.
    ///
    /// - Parameter orientation: how it is turned and mirrored before.
    ///
    /// Throws what ``encode(_:displayed:)`` throws, and `invalidArgument` for an encoder of JPEG.
    package func rgb(
        of image: PixelBuffer, displayed orientation: VideoOrientation = .upright
    ) throws(FacecapError) -> RGBImage {
        if case .jpeg = codec {
            throw FacecapError(.invalidArgument, "JPEG has no red, green and blue; choose PNG.")
        }
        let stage = try stage(for: image, orientation)
        let frame = try stage.makeFrame(image)
        defer { stage.release() }
        guard let rows = facecap_frame_plane(frame, 0) else { throw .outOfMemory }
        let (width, height) = orientation.displayedSides(width: image.width, height: image.height)
        let bytesPerRow = Int(facecap_frame_bytes_per_row(frame, 0))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for row in 0..<height {
            bytes += UnsafeBufferPointer(start: rows + row * bytesPerRow, count: width * 3)
        }
        return RGBImage(width: width, height: height, bytes: bytes)
    }

    private func stage(
        for image: PixelBuffer, _ orientation: VideoOrientation
    ) throws(FacecapError) -> ImageEncoderStage {
        if let stage, stage.fits(codec, image, orientation) { return stage }
        guard max(image.width, image.height) <= 16384 else {
            throw FacecapError(
                .invalidArgument,
                "A frame of \(image.width)x\(image.height) pixels is too large for a photo; "
                    + "choose sides of at most 16384.")
        }
        let stage = try ImageEncoderStage(codec, image, orientation)
        self.stage = stage
        return stage
    }
}
