// SPDX-License-Identifier: Apache-2.0
package import CFFmpeg
import CaptureSamples
package import FaceValues
import Glibc
internal import SystemSupport

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
    /// Where frames get their memory, and whether it was refused: most decoders leave out the frame without a
    /// word.
    private let memory = UnsafeMutablePointer<facecap_decoder_memory>.allocate(capacity: 1)
    /// Whether packets are images of PNG.
    private let isPNG: Bool
    /// Packets that gave no frame yet.
    private var waitingCount = 0
    /// Whether the system refused memory while the decoder said that all is well: it may have found it elsewhere, or
    /// a frame is missing, which shows at the end.
    private var mayLackFrame = false

    /// A decoder of the packets of a stream, which errors call `name`.
    ///
    /// - Parameter pool: what provides the memory of frames; `nil` for libavcodec alone.
    package convenience init(
        stream: UnsafeMutablePointer<AVStream>, threads: Int, name: String, pool: FramePool? = nil
    ) throws(FacecapError) {
        guard let parameters = stream.pointee.codecpar else {
            throw .noDecoder(name, codec: AV_CODEC_ID_NONE)
        }
        try self.init(
            parameters.pointee.codec_id, threads: threads, name: name, pool: pool
        ) { context in
            context.pointee.pkt_timebase = stream.pointee.time_base
            return avcodec_parameters_to_context(context, parameters)
        }
    }

    /// A decoder of a codec, which errors call `name`.
    ///
    /// - Parameters:
    ///   - pool: what provides the memory of frames; `nil` for libavcodec alone.
    ///   - configure: what is to be set before the decoder is opened; negative where that fails.
    package init(
        _ codecID: AVCodecID, threads: Int, name: String, pool: FramePool? = nil,
        configure: (UnsafeMutablePointer<AVCodecContext>) -> CInt
    ) throws(FacecapError) {
        _ = Self.quietLog
        isPNG = codecID == AV_CODEC_ID_PNG || codecID == AV_CODEC_ID_APNG
        memory.initialize(to: facecap_decoder_memory(pool: pool?.pointer, refusal: 0))
        guard let codec = avcodec_find_decoder(codecID) else {
            memory.deallocate()
            throw .noDecoder(name, codec: codecID)
        }
        guard let context = avcodec_alloc_context3(codec) else {
            memory.deallocate()
            throw .outOfMemory
        }
        self.context = context
        facecap_decoder_set_memory(context, memory)
        context.pointee.thread_count = CInt(clamping: max(1, threads))
        context.pointee.max_pixels = ImageLimits.maximumPixels
        facecap_decoder_keep_numbers(context)
        var result = configure(context)
        if isPNG {
            PNGChunks.hideUnused(
                in: UnsafeMutableRawBufferPointer(
                    start: context.pointee.extradata,
                    count: Int(max(0, context.pointee.extradata_size))))
        }
        if result >= 0 { result = avcodec_open2(context, codec, nil) }
        guard result >= 0 else {
            if result == -ENOMEM { throw .outOfMemory }
            // Decoders do not say that they cannot start their threads.
            if let shortage = WorkerThread.shortage() { throw shortage }
            throw result == -EAGAIN
                ? .outOfMemory : .decoderRefuses(name, codec: codecID, code: result)
        }
    }

    /// Libavcodec prints to stderr otherwise; what matters comes as an error.
    private static let quietLog: Void = av_log_set_level(FACECAP_AV_LOG_QUIET)

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
        memory.deallocate()
    }

    /// Feeds a packet, or `nil` after the last one; negative when the packet is unusable. Only
    /// after ``receive(into:)`` said ``Outcome/needsPacket``. The frames decoded from the packet
    /// carry its `number`.
    ///
    /// Throws `systemFailed` where there is no memory for what is in it.
    package func send(_ packet: MediaPacket?, number: Int64 = 0) throws(FacecapError) -> CInt {
        if let packet {
            facecap_decoder_number_packet(context, packet.pointer, number)
            if isPNG { try packet.change(PNGChunks.hideUnused) }
        }
        let code = try checked { avcodec_send_packet(context, packet?.pointer) }
        if code >= 0, packet != nil { waitingCount += 1 }
        return code
    }

    private func checked(_ call: () -> CInt) throws(FacecapError) -> CInt {
        errno = 0
        let code = call()
        // What a decoder may need at once is bounded by ``ImageLimits``: the system refused it, even where
        // there is memory again by now. Some decoders call what they had no memory for damaged; but the C
        // library may also have asked in vain in one place, and found what it needs in another.
        let isRefused =
            code == -ENOMEM
            || code == FACECAP_AVERROR_INVALIDDATA && errno == ENOMEM && MemoryCheck.isBounded
        if facecap_decoder_take_refusal(memory) != 0 || isRefused { throw .outOfMemory }
        if errno == ENOMEM, MemoryCheck.isBounded { mayLackFrame = true }
        return code
    }

    /// Forgets what it was given, to go on at another place of the stream.
    package func flush() {
        avcodec_flush_buffers(context)
        (mayLackFrame, waitingCount) = (false, 0)
    }

    /// Takes the next frame, if there is one.
    ///
    /// Throws `systemFailed` where a frame is missing because there is no memory for it.
    package func receive(into frame: CodecFrame) throws(FacecapError) -> Outcome {
        switch try checked({ avcodec_receive_frame(context, frame.pointer) }) {
        case 0:
            waitingCount -= 1
            return .frame
        case -EAGAIN: return .needsPacket
        case FACECAP_AVERROR_EOF:
            if mayLackFrame, waitingCount > 0 { throw .outOfMemory }
            return .finished
        case let code: return .failed(code)
        }
    }
}
