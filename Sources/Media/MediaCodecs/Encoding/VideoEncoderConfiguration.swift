// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
import FaceValues
import Glibc
internal import SystemSupport

/// What an encoder of frames is opened with, checked.
struct VideoEncoderConfiguration {
    let settings: VideoEncoderSettings
    let encoder: UnsafePointer<AVCodec>
    let codec: EncodedSample.VideoFormat.Codec
    /// libavcodec's name of the encoder.
    let name: String
    /// Columns of the stream, an even number.
    let width: Int
    /// Rows of the stream, an even number.
    let height: Int
    let frameRate: Double?
    let timescale: Int32
    /// What the numbers of the frames mean.
    let color: EncodedSample.VideoFormat.Color
    let pixelAspectRatio: VideoFormat.PixelAspectRatio
    let pixelFormat: AVPixelFormat
    /// Where it takes frames from; `nil` for the program's memory.
    private let device: DeviceFrames.Kind?

    private static let sides = 2...16384
    /// Those of `libx264` and `libx265`.
    private static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
        "veryslow", "placebo",
    ]
    /// Those for frames of 8 bits with 4:2:0 chroma.
    private static let profiles = [
        "libx264": ["baseline", "main", "high"], "libx265": ["main", "mainstillpicture"],
        "libsvtav1": ["main"],
    ]
    /// Those of `libsvtav1`, from slow to fast.
    private static let numberedPresets = (0...13).map(String.init)
    /// Images of which an encoder keeps copies before the first one comes out.
    private static let heldImages: Int64 = 24
    /// Where nobody says how many frames a second there are.
    private static let usualFrameRate = 30.0

    init(
        settings: VideoEncoderSettings, width: Int, height: Int, frameRate: Double?,
        timescale: Int32, color: EncodedSample.VideoFormat.Color,
        pixelAspectRatio: VideoFormat.PixelAspectRatio, pixelFormat: PixelBuffer.Format
    ) throws(FacecapError) {
        try settings.validate()
        guard Self.sides ~= width, Self.sides ~= height else {
            throw FacecapError(
                .invalidArgument,
                "Frames of \(width)x\(height) pixels cannot be encoded; choose sides of 2 to "
                    + "16384.")
        }
        guard frameRate.map({ $0 > 0 && $0 <= VideoEncoderSettings.largestFrameRate }) ?? true,
            timescale > 0
        else {
            throw FacecapError(
                .invalidArgument,
                "\(frameRate ?? 0) frames a second on a scale of \(timescale) ticks cannot be "
                    + "encoded; choose a rate above 0, up to "
                    + "\(Int(VideoEncoderSettings.largestFrameRate)).")
        }
        guard
            let found = EncoderCatalogue.videoEncoder(
                EncoderCatalogue.encoderName(for: settings.codec))
        else {
            throw .unknownEncoder(
                settings.codec, of: "H.264, HEVC or AV1", known: EncoderCatalogue.knownVideoEncoders
            )
        }
        let own = EncoderCatalogue.pixelFormat(of: found.encoder, preferred: pixelFormat)
        device = own == nil ? DeviceFrames.Kind(of: found.encoder) : nil
        let format = own ?? device.map { _ in AV_PIX_FMT_NV12 }
        guard let format else {
            throw FacecapError(
                .formatUnsupported,
                "The encoder \(settings.codec) takes no 4:2:0 images from memory; choose another: "
                    + FacecapError.known(EncoderCatalogue.knownVideoEncoders) + ".")
        }
        self.settings = settings
        (encoder, codec) = found
        name = String(cString: found.encoder.pointee.name)
        self.width = width & ~1
        self.height = height & ~1
        self.frameRate = frameRate
        self.timescale = timescale
        self.color = .init(
            primaries: color.primaries, transfer: color.transfer,
            matrix: settings.matrix ?? color.matrix, isFullRange: color.isFullRange)
        self.pixelAspectRatio = pixelAspectRatio
        self.pixelFormat = format
    }

    /// What gives the encoder its frames.
    func makeFeed() throws(FacecapError) -> ImageFeed {
        try ImageFeed(
            width: width, height: height, format: pixelFormat,
            isFullRange: color.isFullRange, matrix: color.matrix,
            device: device.map { kind throws(FacecapError) in
                try DeviceFrames(kind, for: name, width: width, height: height)
            })
    }

    /// An open encoder and what it says once. One that says it only before its frames encodes a gray
    /// one, and is opened again.
    func open(
        feed: ImageFeed
    ) throws(FacecapError) -> (context: EncoderContext, parameterSets: ParameterSetRecord) {
        let context = try openContext(feed: feed)
        // What SVT-AV1 says before its frames is not what it says in them.
        if codec != .av1, let sets = ParameterSetRecord(context.extradata, codec: codec) {
            return (context, sets)
        }
        let sets = try encodeParameterSets(context, feed: feed)
        return (try openContext(feed: feed), sets)
    }

    /// What an encoder, which is of no further use then, puts before a frame.
    func encodeParameterSets(
        _ context: EncoderContext, feed: ImageFeed
    ) throws(FacecapError) -> ParameterSetRecord {
        let gray = PixelBufferPool(format: .gray8, width: width, height: height).makePixelBuffer {
            $0[0].bytes.initializeMemory(
                as: UInt8.self, repeating: 128, count: $0[0].bytesPerRow * height)
        }
        var bytes: [UInt8] = []
        let frame = try feed.makeFrame(gray)
        defer { feed.release() }
        frame.pointee.pts = 0
        for frame in [frame, nil] {
            try context.encode(frame) { (packet) throws(FacecapError) in bytes += packet.bytes }
        }
        guard let sets = ParameterSetRecord(bytes, codec: codec) else {
            throw FacecapError(
                .formatUnsupported,
                "The encoder \(settings.codec) gives no parameter sets, which a movie needs; "
                    + "choose one that `facecap doctor` lists.")
        }
        return sets
    }

    /// An open encoder at the beginning of a stream.
    ///
    /// - Parameter frameRate: of which key frames are counted; `nil` for that of the settings.
    func openContext(
        feed: ImageFeed, keyFramesAt frameRate: Double? = nil
    ) throws(FacecapError) -> EncoderContext {
        let context = try makeContext()
        if let frameRate { context.pointer.pointee.gop_size = groupSize(frameRate) }
        try feed.attach(to: context)
        if isLibX || isSVT { try checkRoom() }
        try context.open(with: description, known: EncoderCatalogue.knownVideoEncoders)
        return context
    }

    /// Throws `systemFailed` where there is no memory for the encoder, which does not ask before it takes it, or where
    /// its threads would not start, for which it waits for ever.
    private func checkRoom() throws(FacecapError) {
        let needed = Int64(width * height) * 3 / 2 * Self.heldImages
        if MemoryCheck.isExhausted(needing: needed) { throw .outOfMemory }
        let threads = settings.threads ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        if WorkerThread.shortage(of: threads + (isSVT ? 40 : 8)) != nil { throw .noThreads(name) }
    }

    /// An encoder with all its settings, not open yet.
    func makeContext() throws(FacecapError) -> EncoderContext {
        let context = try EncoderContext(encoder)
        let rate = frameRate ?? Self.usualFrameRate
        let fields = context.pointer
        fields.pointee.width = CInt(width)
        fields.pointee.height = CInt(height)
        fields.pointee.pix_fmt = pixelFormat
        fields.pointee.time_base = AVRational(num: 1, den: timescale)
        fields.pointee.framerate = av_d2q(rate, 1_001_000)
        fields.pointee.sample_aspect_ratio = AVRational(
            num: CInt(clamping: pixelAspectRatio.horizontalSpacing),
            den: CInt(clamping: pixelAspectRatio.verticalSpacing))
        fields.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(color.primaries))
        fields.pointee.color_trc = AVColorTransferCharacteristic(rawValue: UInt32(color.transfer))
        fields.pointee.colorspace = AVColorSpace(rawValue: UInt32(color.matrix))
        fields.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        fields.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        fields.pointee.gop_size = groupSize(rate)
        if let threads = settings.threads { fields.pointee.thread_count = CInt(threads) }
        if settings.isRealTime {
            fields.pointee.max_b_frames = 0
        } else if let count = settings.bFrames {
            fields.pointee.max_b_frames = CInt(count)
        }
        setRate(of: context, frameRate: rate)
        try setOptions(of: context)
        return context
    }

    /// The most frames from one key frame to the next. They are asked for by their times; this is for encoders that do
    /// not listen.
    private func groupSize(_ frameRate: Double) -> CInt {
        let slack = canForceKeyFrames ? 2.0 : 1
        let interval = (settings.keyFrameInterval.seconds * frameRate * slack).rounded(.up)
        return CInt(min(max(1, interval), 100_000))
    }

    private func setRate(of context: EncoderContext, frameRate: Double) {
        let fields = context.pointer
        let rate = Int64(settings.bitRate ?? 0)
        switch (settings.quality, settings.bitRate) {
        case (let quality?, _):
            fields.pointee.rc_max_rate = rate
            fields.pointee.rc_buffer_size = CInt(clamping: rate * 2)
            // The names that encoders have for it; those without one have the general field.
            let text = "\(quality)"
            if context.setIfKnown("crf", text) || context.setIfKnown("cq", text) { return }
            if context.setIfKnown("qp", "\(Int(quality.rounded()))") { return }
            fields.pointee.flags |= AV_CODEC_FLAG_QSCALE
            fields.pointee.global_quality = CInt(quality.rounded()) * FF_QP2LAMBDA
        case (nil, _?):
            fields.pointee.bit_rate = rate
        case (nil, nil):
            // libavcodec's own default is 200 kbit/s, except for those with a constant quality.
            if !isLibX, !isSVT {
                fields.pointee.bit_rate = Int64(Double(width * height) * frameRate / 10)
            }
        }
    }

    private func setOptions(of context: EncoderContext) throws(FacecapError) {
        let preset = settings.preset ?? (isLibX ? "veryfast" : isSVT ? "10" : nil)
        if let preset {
            try require(
                preset, among: isLibX ? Self.presets : isSVT ? Self.numberedPresets : nil,
                called: "preset")
            try context.set("preset", preset, called: "preset")
        }
        if let profile = settings.profile {
            try require(profile, among: Self.profiles[name], called: "profile")
            if !isSVT { try context.set("profile", profile, called: "profile") }
        }
        if isSVT { try setParametersOfSVT(of: context) }
        for option in ["forced-idr", "forced_idr"] { context.setIfKnown(option, "1") }
        guard settings.isRealTime else { return }
        guard !isLibX else { return try context.set("tune", "zerolatency", called: "tuning") }
        for (option, value) in Self.realTimeOptions { context.setIfKnown(option, value) }
    }

    /// Makes NVENC, Quick Sync, `libaom-av1` and `librav1e` fast, and lets them hold back few frames or none.
    private static let realTimeOptions = [
        ("zerolatency", "1"), ("delay", "0"), ("async_depth", "1"),
        ("usage", "realtime"), ("lag-in-frames", "0"), ("cpu-used", "8"),
        ("rav1e-params", "low_latency=true:rdo_lookahead_frames=1"), ("speed", "10"),
    ]

    /// Throws where a name is not among those known: the libraries would complain about it on standard
    /// error.
    private func require(
        _ name: String, among names: [String]?, called title: String
    ) throws(FacecapError) {
        if let names, !names.contains(name) {
            throw FacecapError(
                .invalidArgument,
                "The encoder \(settings.codec) does not know the \(title) \(name); choose one of "
                    + "\(names.joined(separator: ", ")).")
        }
    }

    private var isLibX: Bool { ["libx264", "libx265"].contains(name) }
    private var isSVT: Bool { name == "libsvtav1" }

    /// Of a bit rate alone, and where it holds few frames back, SVT-AV1 cannot make key frames when they are asked
    /// for, and rav1e never can: another stream has to be started then.
    var canForceKeyFrames: Bool {
        if isSVT {
            return !settings.isRealTime && (settings.bitRate == nil || settings.quality != nil)
        }
        return name != "librav1e"
    }

    /// What has no option of libavcodec's.
    private func setParametersOfSVT(of context: EncoderContext) throws(FacecapError) {
        var parameters: [String] = []
        if canForceKeyFrames { parameters.append("enable-force-key-frames=1") }
        // Low delay: it holds back two to four frames, else 9 to 17 with any other choice of parameters.
        if settings.isRealTime { parameters += ["pred-struct=1", "lookahead=0"] }
        if let threads = settings.threads { parameters.append("lp=\(threads)") }
        guard !parameters.isEmpty else { return }
        try context.set(
            "svtav1-params", parameters.joined(separator: ":"), called: "parameters")
    }

    private var description: String {
        var parts = ["\(width)x\(height) pixels"]
        if let frameRate { parts.append("\(frameRate) frames a second") }
        if let preset = settings.preset { parts.append("the preset \(preset)") }
        if let profile = settings.profile { parts.append("the profile \(profile)") }
        if let bitRate = settings.bitRate { parts.append("\(bitRate) bits a second") }
        return parts.joined(separator: ", ")
    }
}
