internal import CFFmpeg
public import CaptureSamples
public import FaceValues
import Glibc

/// Encodes still pictures as JPEG with libavcodec.
///
/// Luma runs over 0...255 as JFIF has it, whatever the range of the picture; colours are those of
/// BT.601, and chroma has the size that the picture's has. Any thread may use it, one at a time.
public final class PictureEncoder: @unchecked Sendable {
    private let quality: Double
    private var stage: Stage?
    private var pictureCount: Int64 = 0

    /// An encoder of pictures of any size.
    ///
    /// - Parameter quality: 0 for the smallest file ... 1 for the best picture.
    ///
    /// Throws `invalidArgument` for any other quality.
    public init(quality: Double = 0.9) throws(FacecapError) {
        guard 0...1 ~= quality else {
            throw FacecapError(
                .invalidArgument, "The quality \(quality) of pictures is outside 0...1; choose 0.9."
            )
        }
        self.quality = quality
    }

    /// The picture as a JPEG file, without its orientation.
    ///
    /// Throws `invalidArgument` where a side is longer than 16384, and `systemFailed` where there is no
    /// memory or the encoder fails.
    public func encode(_ picture: PixelBuffer) throws(FacecapError) -> [UInt8] {
        let stage = try stage(for: picture)
        let frame = try stage.feed.makeFrame(picture)
        defer { stage.feed.release() }
        frame.pointee.quality = stage.context.pointer.pointee.global_quality
        frame.pointee.pts = pictureCount
        pictureCount += 1
        var bytes: [UInt8] = []
        try stage.context.encode(frame) { (packet) throws(FacecapError) in bytes += packet.bytes }
        guard !bytes.isEmpty else { throw .encodingFailed(stage.context.name, code: -EIO) }
        return bytes
    }

    private func stage(for picture: PixelBuffer) throws(FacecapError) -> Stage {
        if let stage, stage.fits(picture) { return stage }
        guard max(picture.width, picture.height) <= 16384 else {
            throw FacecapError(
                .invalidArgument,
                "A picture of \(picture.width)x\(picture.height) pixels is too large for a JPEG file; "
                    + "choose sides of at most 16384.")
        }
        guard let encoder = avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
            throw .unknownEncoder("mjpeg", of: "JPEG", usable: [])
        }
        let format = Stage.format(for: picture)
        let context = try EncoderContext(encoder)
        let fields = context.pointer
        fields.pointee.width = CInt(picture.width)
        fields.pointee.height = CInt(picture.height)
        fields.pointee.pix_fmt = format
        fields.pointee.color_range = AVCOL_RANGE_JPEG
        fields.pointee.time_base = AVRational(num: 1, den: 25)
        // Without square pixels there is no JFIF header.
        fields.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        // Without a comment on the version of the library.
        fields.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
        let scale = (1 + (1 - quality) * 30).rounded()
        fields.pointee.global_quality = CInt(scale) * FF_QP2LAMBDA
        fields.pointee.qmin = 1
        let code = context.open()
        guard code >= 0 else {
            throw .encoderRefuses(
                context.name, "\(picture.width)x\(picture.height) pixels", code: code)
        }
        let feed = try PictureFeed(
            width: picture.width, height: picture.height, format: format, isFullRange: true,
            matrix: 6)
        let stage = Stage(
            width: picture.width, height: picture.height, format: format, context: context,
            feed: feed)
        self.stage = stage
        return stage
    }
}

/// What encodes pictures of one size.
private struct Stage {
    let width: Int
    let height: Int
    let format: AVPixelFormat
    let context: EncoderContext
    let feed: PictureFeed

    func fits(_ picture: PixelBuffer) -> Bool {
        (width, height, format)
            == (picture.width, picture.height, Self.format(for: picture))
    }

    /// Chroma stays where it is. Libswscale does not halve it well at odd sizes: of packed 4:2:2 the
    /// last row would stay unwritten, of `bgr24` the last column would follow from bytes outside.
    static func format(for picture: PixelBuffer) -> AVPixelFormat {
        switch picture.format {
        case .yuyv, .uyvy: AV_PIX_FMT_YUV422P
        case .bgr24: AV_PIX_FMT_YUV444P
        case .gray8, .nv12, .i420, .depth16: AV_PIX_FMT_YUV420P
        }
    }
}
