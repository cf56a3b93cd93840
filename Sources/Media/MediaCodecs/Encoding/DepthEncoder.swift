// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues

/// Encodes depth images without loss: FFV1 version 3 (RFC 9043), each frame by itself and
/// with checksums.
final class DepthEncoder {
    /// Ticks a second of the times of packets.
    static let timescale: Int32 = 1_000_000

    let context: EncoderContext
    private let frame: CodecFrame
    private let width: Int
    private let height: Int

    init(width: Int, height: Int) throws(FacecapError) {
        guard let encoder = avcodec_find_encoder(AV_CODEC_ID_FFV1) else {
            throw .unknownEncoder("ffv1", of: "distances", known: [])
        }
        // Libavcodec does not bring back the values of smaller ones.
        guard min(width, height) >= 4 else {
            throw FacecapError(
                .invalidArgument,
                "Depth images of \(width)x\(height) are too small for FFV1; choose at least 4x4.")
        }
        self.width = width
        self.height = height
        context = try EncoderContext(encoder)
        let fields = context.pointer
        fields.pointee.width = CInt(clamping: width)
        fields.pointee.height = CInt(clamping: height)
        fields.pointee.pix_fmt = AV_PIX_FMT_GRAY16LE
        fields.pointee.time_base = AVRational(num: 1, den: Self.timescale)
        fields.pointee.level = 3
        fields.pointee.gop_size = 1
        fields.pointee.thread_count = 1
        fields.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        context.setIfKnown("slicecrc", "1")
        try context.open(with: "frames of \(width)x\(height)")
        frame = try CodecFrame()
        frame.describe(AV_PIX_FMT_GRAY16LE, width: width, height: height)
        try frame.allocate()
    }

    /// Encodes a frame, and hands out what comes of it.
    ///
    /// - Parameter ticks: when it is shown; greater than that of the frame before.
    func encode(
        _ image: PixelBuffer, ticks: Int64,
        _ body: (UnsafePointer<AVPacket>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        guard image.format == .depth16, (image.width, image.height) == (width, height) else {
            throw FacecapError(
                .formatUnsupported,
                "A \(image.format.rawValue) frame of \(image.width)x\(image.height) cannot "
                    + "follow distances of \(width)x\(height); begin another file.")
        }
        try frame.makeWritable()
        guard let rows = facecap_frame_plane(frame.pointer, 0), let plane = image.planes.first
        else { throw .outOfMemory }
        let bytesPerRow = Int(facecap_frame_bytes_per_row(frame.pointer, 0))
        for y in 0..<height {
            UnsafeMutableRawPointer(rows + y * bytesPerRow).copyMemory(
                from: plane.baseAddress + y * plane.bytesPerRow, byteCount: width * 2)
        }
        frame.pointer.pointee.pts = ticks
        try context.encode(frame.pointer, body)
    }

    /// Hands out what the encoder still holds.
    func finish(
        _ body: (UnsafePointer<AVPacket>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        try context.encode(nil, body)
    }
}
