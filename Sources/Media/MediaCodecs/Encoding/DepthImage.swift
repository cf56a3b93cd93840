// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues
import Glibc

/// Encodes a depth image as a PNG of 16-bit gray, which loses nothing.
package enum DepthImage {
    /// The image as a file, as it is displayed; what is farther than 65535 units is 65535, and 0 is unknown.
    ///
    /// - Parameters:
    ///   - orientation: how it is turned and mirrored before.
    ///   - scale: units of the file in one of the image, such as 1 where both are millimeters.
    ///
    /// Throws `formatUnsupported` for what is no depth image, and `systemFailed` where there is no memory or the
    /// encoder fails.
    package static func png(
        of image: PixelBuffer, displayed orientation: VideoOrientation, scale: Double
    ) throws(FacecapError) -> [UInt8] {
        guard image.format == .depth16 else {
            throw FacecapError(
                .formatUnsupported, "A \(image.format.rawValue) frame has no distances.")
        }
        let image = try orientation.applied(to: image)
        guard let encoder = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw .unknownEncoder("png", of: "PNG", known: [])
        }
        let context = try EncoderContext(encoder)
        let frame = try CodecFrame()
        let (width, height) = (CInt(clamping: image.width), CInt(clamping: image.height))
        (context.pointer.pointee.width, context.pointer.pointee.height) = (width, height)
        context.pointer.pointee.pix_fmt = AV_PIX_FMT_GRAY16BE
        context.pointer.pointee.time_base = AVRational(num: 1, den: 25)
        try context.open(with: "\(width)x\(height) pixels")
        frame.describe(AV_PIX_FMT_GRAY16BE, width: image.width, height: image.height)
        try frame.allocate()
        try fill(frame, from: image, scale: scale)
        var bytes: [UInt8] = []
        try context.encode(frame.pointer) { (packet) throws(FacecapError) in
            bytes += packet.bytes
        }
        guard !bytes.isEmpty else { throw .encodingFailed(context.name, code: -EIO) }
        return bytes
    }

    private static func fill(
        _ frame: CodecFrame, from image: PixelBuffer, scale: Double
    ) throws(FacecapError) {
        guard let rows = facecap_frame_plane(frame.pointer, 0), let plane = image.planes.first
        else { throw .outOfMemory }
        let bytesPerRow = Int(facecap_frame_bytes_per_row(frame.pointer, 0))
        for y in 0..<image.height {
            let source = UnsafeRawPointer(plane.baseAddress + y * plane.bytesPerRow)
            let target = UnsafeMutableRawPointer(rows + y * bytesPerRow)
            for x in 0..<image.width {
                let units = UInt16(
                    littleEndian: source.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
                // What is known stays known.
                let scaled = units == 0 ? 0 : min(max((Double(units) * scale).rounded(), 1), 65535)
                target.storeBytes(
                    of: UInt16(scaled).bigEndian, toByteOffset: 2 * x, as: UInt16.self)
            }
        }
    }
}
