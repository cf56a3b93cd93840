internal import CFFmpeg
import FaceValues
import Glibc

/// Owner of one `AVCodecContext`: packets of a stream in, frames out.
final class Decoder {
    /// What ``receive(into:)`` can say.
    enum Outcome {
        case frame
        case needsPacket
        case finished
        /// The code of libavcodec; the next call may succeed.
        case failed(CInt)
    }

    private let context: UnsafeMutablePointer<AVCodecContext>

    init(
        stream: UnsafeMutablePointer<AVStream>, threads: Int, location: MediaLocation
    ) throws(FacecapError) {
        guard let parameters = stream.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id)
        else {
            throw .noDecoder(location, codec: stream.pointee.codecpar?.pointee.codec_id)
        }
        guard let context = avcodec_alloc_context3(codec) else { throw .outOfMemory }
        self.context = context
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.thread_count = CInt(clamping: max(1, threads))
        context.pointee.max_pixels = PictureLimits.maximumPixels
        facecap_decoder_keep_numbers(context)
        var result = avcodec_parameters_to_context(context, parameters)
        if result >= 0 { result = avcodec_open2(context, codec, nil) }
        guard result >= 0 else {
            throw .noDecoder(location, codec: parameters.pointee.codec_id)
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    /// Feeds a packet, or `nil` after the last one; negative when the packet is unusable. Only
    /// after ``receive(into:)`` said ``Outcome/needsPacket``. The frames decoded from the packet
    /// carry its `number`.
    func send(_ packet: MediaPacket?, number: Int64 = 0) -> CInt {
        if let packet { facecap_decoder_number_packet(context, packet.pointer, number) }
        return avcodec_send_packet(context, packet?.pointer)
    }

    /// Takes the next frame, if there is one.
    func receive(into frame: DecodedFrame) -> Outcome {
        switch avcodec_receive_frame(context, frame.pointer) {
        case 0: .frame
        case -EAGAIN: .needsPacket
        case FACECAP_AVERROR_EOF: .finished
        case let code: .failed(code)
        }
    }
}
