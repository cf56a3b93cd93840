// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
package import CaptureSamples
package import FaceValues
import Glibc
internal import MediaCodecs

/// What takes small images out of a video.
package protocol FrameGrabbing: AnyObject {
    /// The part of a frame that lies in a region, scaled to a square; `nil` where no frame can be
    /// decoded there.
    ///
    /// - Parameters:
    ///   - time: when the frame begins to be shown, on the time line of the video.
    ///   - region: in the normalized stored frame; what lies outside is left out, which may change its
    ///     shape.
    ///   - side: of the square in pixels, 2...1024, even.
    func image(
        at time: MediaTime, of region: Rect, side: Int
    ) throws(FacecapError) -> PixelBuffer?
}

/// Takes single frames out of a video, small ones, at moments in any order.
///
/// It reads no more of the video than from the last frame before the moment at which decoding can
/// begin. It is used by one thread at a time.
package final class FrameGrabber: FrameGrabbing {
    private let demuxer: Demuxer
    private let stream: UnsafeMutablePointer<AVStream>
    private let decoder: Decoder
    private let location: MediaLocation
    private let cancellation: Cancellation
    private let packet: MediaPacket
    private let frame: CodecFrame
    private let images: ImageMaker
    private let source: CodecFrame
    private let target: CodecFrame
    /// The last rows of the source.
    private let tail: CodecFrame

    /// Frames that are decoded for the sake of a later one, at most.
    private static let timeout = 1000

    /// Opens a video.
    ///
    /// - Throws: `.sourceNotFound`, `.permissionDenied`,
    ///   `.systemFailed`, and `.mediaUnreadable` when it has no
    ///   frames that can be decoded.
    package convenience init(path: String) throws(FacecapError) {
        try self.init(OpenedLocation(.file(path: path)))
    }

    /// Reads the head of a video.
    package init(_ opened: OpenedLocation) throws(FacecapError) {
        location = opened.location
        cancellation = opened.cancellation
        demuxer = try Demuxer(location, file: opened.file, cancellation: cancellation)
        stream = try demuxer.frameStream(orElse: "name a video")
        decoder = try Decoder(stream: stream, threads: 1, name: "\(location)")
        demuxer.keepOnly([stream.pointee.index])
        packet = try MediaPacket()
        frame = try CodecFrame()
        images = ImageMaker(name: "\(location)")
        source = try CodecFrame()
        target = try CodecFrame()
        tail = try CodecFrame()
    }

    package func image(
        at time: MediaTime, of region: Rect, side: Int
    ) throws(FacecapError) -> PixelBuffer? {
        let ticks = time.seconds / av_q2d(stream.pointee.time_base)
        guard let target = Int64(exactly: ticks.rounded()),
            demuxer.seek(stream: stream.pointee.index, to: target)
        else { return nil }
        decoder.flush()
        guard try decode(until: target) else { return nil }
        return try cut(region, side: min(max(2, side & ~1), 1024))
    }

    /// Decodes up to the first frame that is not shown before a time; whether there is one.
    private func decode(until target: Int64) throws(FacecapError) -> Bool {
        var isDraining = false
        // Each frame takes a packet too.
        for _ in 0..<2 * Self.timeout {
            switch try decoder.receive(into: frame) {
            case .frame:
                if let time = frame.timestamp, time >= target { return true }
                cancellation.beat()
            case .failed: continue
            case .finished: return false
            case .needsPacket:
                guard !isDraining, try readPacket() else {
                    isDraining = true
                    _ = try decoder.send(nil)
                    continue
                }
                _ = try decoder.send(packet)
            }
        }
        return false
    }

    /// Reads the next packet; `false` at the end, or where the video is damaged.
    private func readPacket() throws(FacecapError) -> Bool {
        switch demuxer.read(into: packet) {
        case .packet: return true
        case .endOfStream, .cancelled: return false
        case .failed(let code):
            if let error = demuxer.inputError(for: code) { throw error }
            return false
        }
    }

    private func cut(_ region: Rect, side: Int) throws(FacecapError) -> PixelBuffer? {
        let image = try images.makePixelBuffer(frame)
        let inside = region.intersection(.unit)
        let (width, height) = (
            inside.width * Double(image.width), inside.height * Double(image.height)
        )
        guard width >= 2, height >= 2 else { return nil }
        return try scale(
            image.part(
                x: Int(inside.x * Double(image.width)), y: Int(inside.y * Double(image.height)),
                width: max(2, Int(width) & ~1), height: max(2, Int(height) & ~1)),
            side: side)
    }

    /// A square as JPEG has it.
    private func scale(_ part: PixelBuffer, side: Int) throws(FacecapError) -> PixelBuffer? {
        source.describe(part.format.ffmpegFormat, width: part.width, height: part.height)
        source.show(part)
        target.describe(AV_PIX_FMT_YUV420P, width: side, height: side)
        let scaler = facecap_scaler_create(
            source.pointer, part.isFullRange ? 1 : 0, CInt(part.effectiveMatrix.rawValue),
            target.pointer, 1, CInt(PixelBuffer.Matrix.bt601.rawValue))
        guard let scaler else { return nil }
        defer { sws_freeContext(scaler) }
        let pool = PixelBufferPool(format: .i420, width: side, height: side, isFullRange: true)
        var isMade = false
        let image = pool.makePixelBuffer { planes in
            target.show(planes)
            isMade =
                facecap_scaler_scale(scaler, source.pointer, tail.pointer, target.pointer) > 0
        }
        return isMade ? image : nil
    }
}
