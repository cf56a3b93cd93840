// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import FaceValues
import Glibc
import Synchronization

/// Owner of one `AVCodecContext` that encodes, and of the packet that it fills.
final class EncoderContext {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    /// libavcodec's name of the encoder.
    let name: String
    private let packet: UnsafeMutablePointer<AVPacket>
    private var needsDraining = false
    private var hasFrames = false

    /// FFmpeg's own log lines would go to standard error.
    private static let quietLog: Void = {
        av_log_set_level(FACECAP_AV_LOG_QUIET)
        // SVT-AV1 has no other way.
        setenv("SVT_LOG", "-1", 0)
    }()

    /// SVT-AV1 keeps what it knows of the processors in memory of the process, which it frees twice where one encoder is
    /// opened or closed while another one is.
    private static let topology = Mutex<Void>(())

    /// A context whose fields may be set before ``open()``.
    init(_ encoder: UnsafePointer<AVCodec>) throws(FacecapError) {
        _ = Self.quietLog
        guard let context = avcodec_alloc_context3(encoder) else { throw .outOfMemory }
        guard let packet = av_packet_alloc() else {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
            throw .outOfMemory
        }
        pointer = context
        self.packet = packet
        name = String(cString: encoder.pointee.name)
        // It writes to standard error by itself, and its key frames would not all be entries.
        setIfKnown("x265-params", "log-level=none:open-gop=0")
    }

    deinit {
        drain()
        alone {
            var context: UnsafeMutablePointer<AVCodecContext>? = pointer
            avcodec_free_context(&context)
        }
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// What an encoder answers that is opened with ordinary settings; negative where it does not open.
    ///
    /// - Parameter device: where it takes its frames from, of 640x360; `nil` for the program's memory.
    static func openingCode(
        _ encoder: UnsafePointer<AVCodec>, pixelFormat: AVPixelFormat, device: DeviceFrames? = nil
    ) -> CInt {
        guard let context = try? EncoderContext(encoder) else { return -ENOMEM }
        context.pointer.pointee.width = 640
        context.pointer.pointee.height = 360
        context.pointer.pointee.pix_fmt = pixelFormat
        context.pointer.pointee.time_base = AVRational(num: 1, den: 30)
        if let device, (try? device.attach(to: context)) == nil { return -ENOMEM }
        return context.open()
    }

    /// Opens the encoder; negative where it refuses its settings.
    func open() -> CInt {
        let scheduling = isSVT ? ThreadScheduling() : nil
        let code = alone { avcodec_open2(pointer, nil, nil) }
        scheduling?.restore()
        // SVT-AV1 waits for ever for the end of a stream that it was not told of.
        needsDraining = code >= 0 && isSVT
        return code
    }

    /// Opens the encoder, or throws where it refuses its settings.
    ///
    /// - Parameters:
    ///   - setting: the settings in words.
    ///   - known: the encoders that may be taken instead; `nil` for none.
    func open(
        with setting: @autoclosure () -> String, known: @autoclosure () -> [String]? = nil
    ) throws(FacecapError) {
        let code = open()
        if code < 0 { throw .encoderRefuses(name, setting(), code: code, known: known()) }
    }

    private var isSVT: Bool { name == "libsvtav1" }

    /// Opens or closes an encoder while no other one is opened or closed that shares memory with it.
    private func alone<Result: Sendable>(_ body: () -> Result) -> Result {
        isSVT ? Self.topology.withLock { _ in body() } : body()
    }

    private func sendBlackFrame() {
        guard let frame = try? CodecFrame() else { return }
        frame.describe(
            pointer.pointee.pix_fmt, width: Int(pointer.pointee.width),
            height: Int(pointer.pointee.height))
        guard (try? frame.allocate()) != nil else { return }
        _ = facecap_frame_fill_black(frame.pointer, 0)
        frame.pointer.pointee.pts = 0
        _ = avcodec_send_frame(pointer, frame.pointer)
    }

    private func drain() {
        guard needsDraining else { return }
        // Nor does it end a stream without frames.
        if !hasFrames { sendBlackFrame() }
        guard avcodec_send_frame(pointer, nil) >= 0 else { return }
        while avcodec_receive_packet(pointer, packet) >= 0 { av_packet_unref(packet) }
    }

    /// Sets an option of the encoder's own, a name and what people call it.
    func set(_ option: String, _ value: String, called title: String) throws(FacecapError) {
        let code = facecap_encoder_set(pointer, option, value)
        if code < 0 { throw .encoderRefuses(name, "the \(title) \(value)", code: code) }
    }

    /// Sets an option if the encoder has it; whether it has.
    @discardableResult
    func setIfKnown(_ option: String, _ value: String) -> Bool {
        facecap_encoder_set(pointer, option, value) >= 0
    }

    /// What a decoder has to know first; empty where the encoder puts it before its frames.
    var extradata: [UInt8] {
        guard let bytes = pointer.pointee.extradata, pointer.pointee.extradata_size > 0 else {
            return []
        }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(pointer.pointee.extradata_size)))
    }

    /// Gives the encoder a frame, or `nil` after the last one, and `body` each packet that comes out.
    func encode(
        _ frame: UnsafeMutablePointer<AVFrame>?,
        _ body: (UnsafePointer<AVPacket>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        if frame == nil {
            if needsDraining, !hasFrames { return }
            needsDraining = false
        } else {
            hasFrames = true
        }
        var sent = avcodec_send_frame(pointer, frame)
        try receive(body)
        if sent == -EAGAIN {
            sent = avcodec_send_frame(pointer, frame)
            try receive(body)
        }
        guard sent >= 0 else { throw .encodingFailed(name, code: sent) }
    }

    private func receive(
        _ body: (UnsafePointer<AVPacket>) throws(FacecapError) -> Void
    ) throws(FacecapError) {
        while true {
            let code = avcodec_receive_packet(pointer, packet)
            if code == -EAGAIN || code == FACECAP_AVERROR_EOF { return }
            guard code >= 0 else { throw .encodingFailed(name, code: code) }
            defer { av_packet_unref(packet) }
            try body(packet)
        }
    }
}

extension UnsafePointer<AVPacket> {
    /// The encoded bytes, while the packet holds them.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointee.data, count: Int(max(0, pointee.size)))
    }
}
