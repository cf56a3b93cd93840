// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues

/// What encodes frames of one size and format with one orientation.
struct ImageEncoderStage {
    private let key: Key
    let context: EncoderContext
    private let feed: ImageFeed
    /// Where turned frames lie; `nil` for those that stay as they are.
    private let turned: CodecFrame?

    private struct Key: Equatable {
        let width: Int
        let height: Int
        let format: AVPixelFormat
        let orientation: VideoOrientation
    }

    /// Opens an encoder for frames such as `frame`.
    init(_ codec: ImageCodec, _ image: PixelBuffer, _ orientation: VideoOrientation)
        throws(FacecapError)
    {
        key = Self.key(codec, image, orientation)
        let (width, height) = orientation.displayedSides(width: key.width, height: key.height)
        context = try Self.open(codec, width: width, height: height, format: key.format)
        feed = try ImageFeed(
            width: key.width, height: key.height, format: key.format, isFullRange: true,
            matrix: 6)
        guard orientation != .upright else {
            turned = nil
            return
        }
        let frame = try CodecFrame()
        frame.describe(key.format, width: width, height: height)
        try frame.allocate()
        turned = frame
    }

    /// Whether the stage is one for a frame.
    func fits(_ codec: ImageCodec, _ image: PixelBuffer, _ orientation: VideoOrientation) -> Bool {
        key == Self.key(codec, image, orientation)
    }

    /// The frame as the encoder wants it; valid until ``release()``.
    func makeFrame(_ image: PixelBuffer) throws(FacecapError) -> UnsafeMutablePointer<AVFrame> {
        let frame = try feed.makeFrame(image)
        guard let turned else { return frame }
        try turned.makeWritable()
        let isPacked = key.format == AV_PIX_FMT_RGB24
        for plane in 0..<(isPacked ? 1 : 3) {
            let isHalf = plane > 0 && key.format == AV_PIX_FMT_YUV420P
            guard let source = facecap_frame_plane(frame, CInt(plane)),
                let target = facecap_frame_plane(turned.pointer, CInt(plane))
            else { throw .outOfMemory }
            key.orientation.apply(
                from: source, bytesPerRow: Int(facecap_frame_bytes_per_row(frame, CInt(plane))),
                width: isHalf ? (key.width + 1) / 2 : key.width,
                height: isHalf ? (key.height + 1) / 2 : key.height, to: target,
                targetBytesPerRow: Int(facecap_frame_bytes_per_row(turned.pointer, CInt(plane))),
                sampleLength: isPacked ? 3 : 1)
        }
        return turned.pointer
    }

    /// Lets go of the frame.
    func release() { feed.release() }

    private static func key(
        _ codec: ImageCodec, _ image: PixelBuffer, _ orientation: VideoOrientation
    ) -> Key {
        Key(
            width: image.width, height: image.height,
            format: format(codec, for: image, orientation), orientation: orientation)
    }

    /// Chroma stays where it is. Libswscale does not halve it well at odd sizes: of packed 4:2:2 the
    /// last row would stay unwritten, of `bgr24` the last column would follow from bytes outside.
    private static func format(
        _ codec: ImageCodec, for image: PixelBuffer, _ orientation: VideoOrientation
    ) -> AVPixelFormat {
        guard case .jpeg = codec else { return AV_PIX_FMT_RGB24 }
        switch image.format {
        // Chroma that is halved along rows alone cannot be turned into a row.
        case .yuyv, .uyvy: return orientation == .upright ? AV_PIX_FMT_YUV422P : AV_PIX_FMT_YUV444P
        case .bgr24, .bgra: return AV_PIX_FMT_YUV444P
        case .gray8, .nv12, .i420, .depth16: return AV_PIX_FMT_YUV420P
        }
    }

    private static func open(
        _ codec: ImageCodec, width: Int, height: Int, format: AVPixelFormat
    ) throws(FacecapError) -> EncoderContext {
        // HEIC is not libavcodec's, which turns and converts alone then.
        let isPNG = if case .jpeg = codec { false } else { true }
        guard let encoder = avcodec_find_encoder(isPNG ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG)
        else {
            throw .unknownEncoder(isPNG ? "png" : "mjpeg", of: isPNG ? "PNG" : "JPEG", known: [])
        }
        let context = try EncoderContext(encoder)
        let fields = context.pointer
        fields.pointee.width = CInt(width)
        fields.pointee.height = CInt(height)
        fields.pointee.pix_fmt = format
        fields.pointee.color_range = AVCOL_RANGE_JPEG
        fields.pointee.time_base = AVRational(num: 1, den: 25)
        // Without square pixels a JPEG has no JFIF header, and a PNG an impossible one.
        fields.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        if case .jpeg(let quality) = codec {
            // Without a comment on the version of the library.
            fields.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
            let scale = (1 + (1 - quality) * 30).rounded()
            fields.pointee.global_quality = CInt(scale) * FF_QP2LAMBDA
            fields.pointee.qmin = 1
        }
        try context.open(with: "\(width)x\(height) pixels")
        return context
    }
}
