internal import CFFmpeg
import CaptureSamples
import FaceValues

/// What encodes pictures of one size and format with one turn.
struct PictureEncoderStage {
    private let key: Key
    let context: EncoderContext
    private let feed: PictureFeed
    /// Where turned pictures lie; `nil` for those that stay as they are.
    private let turned: CodecFrame?

    private struct Key: Equatable {
        let width: Int
        let height: Int
        let format: AVPixelFormat
        let turn: PictureTurn
    }

    /// Opens an encoder for pictures such as `picture`.
    init(_ codec: PictureCodec, _ picture: PixelBuffer, _ turn: PictureTurn) throws(FacecapError) {
        key = Self.key(codec, picture, turn)
        let (width, height) = turn.size(width: key.width, height: key.height)
        context = try Self.open(codec, width: width, height: height, format: key.format)
        feed = try PictureFeed(
            width: key.width, height: key.height, format: key.format, isFullRange: true,
            matrix: 6)
        guard turn != .none else {
            turned = nil
            return
        }
        let frame = try CodecFrame()
        frame.pointer.pointee.format = key.format.rawValue
        frame.pointer.pointee.width = CInt(width)
        frame.pointer.pointee.height = CInt(height)
        try frame.allocate()
        turned = frame
    }

    /// Whether the stage is one for a picture.
    func fits(_ codec: PictureCodec, _ picture: PixelBuffer, _ turn: PictureTurn) -> Bool {
        key == Self.key(codec, picture, turn)
    }

    /// The picture as the encoder wants it; valid until ``release()``.
    func makeFrame(_ picture: PixelBuffer) throws(FacecapError) -> UnsafeMutablePointer<AVFrame> {
        let frame = try feed.makeFrame(picture)
        guard let turned else { return frame }
        try turned.makeWritable()
        let isPacked = key.format == AV_PIX_FMT_RGB24
        for plane in 0..<(isPacked ? 1 : 3) {
            let isHalf = plane > 0 && key.format == AV_PIX_FMT_YUV420P
            guard let source = facecap_frame_plane(frame, CInt(plane)),
                let target = facecap_frame_plane(turned.pointer, CInt(plane))
            else { throw .outOfMemory }
            key.turn.apply(
                from: source, bytesPerRow: Int(facecap_frame_bytes_per_row(frame, CInt(plane))),
                width: isHalf ? (key.width + 1) / 2 : key.width,
                height: isHalf ? (key.height + 1) / 2 : key.height, to: target,
                targetBytesPerRow: Int(facecap_frame_bytes_per_row(turned.pointer, CInt(plane))),
                sampleLength: isPacked ? 3 : 1)
        }
        return turned.pointer
    }

    /// Lets go of the picture.
    func release() { feed.release() }

    private static func key(
        _ codec: PictureCodec, _ picture: PixelBuffer, _ turn: PictureTurn
    ) -> Key {
        Key(
            width: picture.width, height: picture.height,
            format: format(codec, for: picture, turn), turn: turn)
    }

    /// Chroma stays where it is. Libswscale does not halve it well at odd sizes: of packed 4:2:2 the
    /// last row would stay unwritten, of `bgr24` the last column would follow from bytes outside.
    private static func format(
        _ codec: PictureCodec, for picture: PixelBuffer, _ turn: PictureTurn
    ) -> AVPixelFormat {
        if codec == .png { return AV_PIX_FMT_RGB24 }
        switch picture.format {
        // Chroma that is halved along rows alone cannot be turned into a row.
        case .yuyv, .uyvy: return turn == .none ? AV_PIX_FMT_YUV422P : AV_PIX_FMT_YUV444P
        case .bgr24: return AV_PIX_FMT_YUV444P
        case .gray8, .nv12, .i420, .depth16: return AV_PIX_FMT_YUV420P
        }
    }

    private static func open(
        _ codec: PictureCodec, width: Int, height: Int, format: AVPixelFormat
    ) throws(FacecapError) -> EncoderContext {
        let isPNG = codec == .png
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
        if case .jpeg(let quality) = codec {
            // Without square pixels there is no JFIF header.
            fields.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
            // Without a comment on the version of the library.
            fields.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
            let scale = (1 + (1 - quality) * 30).rounded()
            fields.pointee.global_quality = CInt(scale) * FF_QP2LAMBDA
            fields.pointee.qmin = 1
        }
        let code = context.open()
        guard code >= 0 else {
            throw .encoderRefuses(context.name, "\(width)x\(height) pixels", code: code)
        }
        return context
    }
}
