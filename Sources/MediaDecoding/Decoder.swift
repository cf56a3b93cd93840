package import CFFmpeg
internal import CaptureQueues
package import FaceValues
import Glibc

/// Owner of one `AVCodecContext`: packets of a stream in, frames out.
package final class Decoder {
    /// What ``receive(into:)`` can say.
    package enum Outcome {
        /// There is a frame.
        case frame
        /// Nothing comes before the next packet.
        case needsPacket
        /// Nothing comes any more.
        case finished
        /// The code of libavcodec; the next call may succeed.
        case failed(CInt)
    }

    private let context: UnsafeMutablePointer<AVCodecContext>

    /// A decoder of the packets of a stream, which errors call `name`.
    package convenience init(
        stream: UnsafeMutablePointer<AVStream>, threads: Int, name: String
    ) throws(FacecapError) {
        guard let parameters = stream.pointee.codecpar else {
            throw .noDecoder(name, codec: AV_CODEC_ID_NONE)
        }
        try self.init(parameters.pointee.codec_id, threads: threads, name: name) { context in
            context.pointee.pkt_timebase = stream.pointee.time_base
            return avcodec_parameters_to_context(context, parameters)
        }
    }

    /// A decoder of a codec, which errors call `name`.
    ///
    /// - Parameter configure: what is to be set before the decoder is opened; negative where that fails.
    package init(
        _ codecID: AVCodecID, threads: Int, name: String,
        configure: (UnsafeMutablePointer<AVCodecContext>) -> CInt
    ) throws(FacecapError) {
        _ = Self.quietLog
        guard let codec = avcodec_find_decoder(codecID) else {
            throw .noDecoder(name, codec: codecID)
        }
        guard let context = avcodec_alloc_context3(codec) else { throw .outOfMemory }
        self.context = context
        context.pointee.thread_count = CInt(clamping: max(1, threads))
        context.pointee.max_pixels = PictureLimits.maximumPixels
        facecap_decoder_keep_numbers(context)
        var result = configure(context)
        if result >= 0 { result = avcodec_open2(context, codec, nil) }
        guard result >= 0 else {
            // Decoders do not say that they cannot start their threads.
            throw WorkerThread.shortage ?? .noDecoder(name, codec: codecID)
        }
    }

    /// Libavcodec prints to stderr otherwise; what matters comes as an error.
    private static let quietLog: Void = av_log_set_level(FACECAP_AV_LOG_QUIET)

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// Feeds a packet, or `nil` after the last one; negative when the packet is unusable. Only
    /// after ``receive(into:)`` said ``Outcome/needsPacket``. The frames decoded from the packet
    /// carry its `number`.
    package func send(_ packet: MediaPacket?, number: Int64 = 0) -> CInt {
        if let packet { facecap_decoder_number_packet(context, packet.pointer, number) }
        return avcodec_send_packet(context, packet?.pointer)
    }

    /// Forgets what it was given, to go on at another place of the stream.
    package func flush() { avcodec_flush_buffers(context) }

    /// Takes the next frame, if there is one.
    package func receive(into frame: DecodedFrame) -> Outcome {
        switch avcodec_receive_frame(context, frame.pointer) {
        case 0: .frame
        case -EAGAIN: .needsPacket
        case FACECAP_AVERROR_EOF: .finished
        case let code: .failed(code)
        }
    }
}
