internal import CFFmpeg
public import CaptureSamples
public import FaceValues
import Glibc

/// Encodes still pictures as JPEG or PNG with libavcodec.
///
/// In JPEG luma runs over 0...255 as JFIF has it, whatever the range of the picture; colours are those
/// of BT.601, and chroma has the size that the picture's has, but for packed 4:2:2 that is turned: then
/// it has full size. Any thread may use it, one at a time.
public final class PictureEncoder: @unchecked Sendable {
    private let codec: PictureCodec
    private var stage: PictureEncoderStage?
    private var pictureCount: Int64 = 0

    /// An encoder of pictures of any size.
    ///
    /// Throws `invalidArgument` for a quality outside 0...1.
    public init(_ codec: PictureCodec) throws(FacecapError) {
        if case .jpeg(let quality) = codec, !(0...1 ~= quality) {
            throw FacecapError(
                .invalidArgument, "The quality \(quality) of pictures is outside 0...1; choose 0.9."
            )
        }
        self.codec = codec
    }

    /// An encoder of JPEG pictures, with a quality from 0 for the smallest file to 1 for the best picture.
    ///
    /// Throws `invalidArgument` for any other quality.
    public convenience init(quality: Double = 0.9) throws(FacecapError) {
        try self.init(.jpeg(quality: quality))
    }

    /// The picture as a file, without its orientation.
    ///
    /// - Parameter turn: what is done to it before.
    ///
    /// Throws `invalidArgument` where a side is longer than 16384, `formatUnsupported` for distances,
    /// and `systemFailed` where there is no memory or the encoder fails.
    public func encode(
        _ picture: PixelBuffer, turn: PictureTurn = .none
    ) throws(FacecapError) -> [UInt8] {
        let stage = try stage(for: picture, turn)
        let frame = try stage.makeFrame(picture)
        defer { stage.release() }
        frame.pointee.quality = stage.context.pointer.pointee.global_quality
        frame.pointee.pts = pictureCount
        pictureCount += 1
        var bytes: [UInt8] = []
        try stage.context.encode(frame) { (packet) throws(FacecapError) in bytes += packet.bytes }
        guard !bytes.isEmpty else { throw .encodingFailed(stage.context.name, code: -EIO) }
        return bytes
    }

    private func stage(
        for picture: PixelBuffer, _ turn: PictureTurn
    ) throws(FacecapError) -> PictureEncoderStage {
        if let stage, stage.fits(codec, picture, turn) { return stage }
        guard max(picture.width, picture.height) <= 16384 else {
            throw FacecapError(
                .invalidArgument,
                "A picture of \(picture.width)x\(picture.height) pixels is too large for a photo; "
                    + "choose sides of at most 16384.")
        }
        let stage = try PictureEncoderStage(codec, picture, turn)
        self.stage = stage
        return stage
    }
}
