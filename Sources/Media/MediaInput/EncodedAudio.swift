// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
internal import CaptureSamples
internal import CodecBitstreams
internal import FaceValues
internal import MediaCodecs

/// The audio of a stream that goes out as it is encoded.
struct EncodedAudio {
    /// What it is like.
    let format: EncodedSample.AudioFormat
    private var framing: PacketFraming
    private var clock: StreamClock

    /// The audio of a stream whose first packet is known, where it is; `nil` where it is neither AAC
    /// nor Opus, or its parameters are not known.
    ///
    /// - Parameter isOfMovie: whether the container is MP4 or QuickTime.
    init?(_ stream: UnsafeMutablePointer<AVStream>, first: MediaPacket?, isOfMovie: Bool) {
        guard let parameters = stream.pointee.codecpar else { return nil }
        let rate = Int(parameters.pointee.sample_rate)
        let channels = Int(parameters.pointee.ch_layout.nb_channels)
        guard rate > 0, channels > 0 else { return nil }
        let extradata = parameters.extradata
        let codec: EncodedSample.AudioFormat.Codec
        let configuration: [UInt8]
        framing = .asInMovies
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_AAC:
            codec = .aac
            if !extradata.isEmpty {
                configuration = extradata
            } else if let header = first.flatMap({ ADTSHeader($0.bytes) }) {
                configuration = header.configuration
                framing = .adts(configuration: configuration)
            } else {
                return nil
            }
        case AV_CODEC_ID_OPUS:
            guard let opus = OpusSpecificConfiguration(opusHead: extradata) else { return nil }
            codec = .opus
            configuration = opus.record
        default: return nil
        }
        format = EncodedSample.AudioFormat(
            codec: codec, sampleRate: rate, channelCount: channels, configuration: configuration,
            primingFrameCount: Self.primingFrameCount(
                stream, rate: rate, first: isOfMovie ? first : nil))
        let base = stream.pointee.time_base
        let frames = parameters.pointee.frame_size
        clock = StreamClock(
            numerator: base.num, denominator: base.den,
            frameRate: Double(rate) / Double(frames > 0 ? frames : 1024))
    }

    /// The sample that a packet holds; `nil` where it holds nothing of use, and where an edit list
    /// cuts it off from the middle of the audio: before the start it primes the decoder.
    mutating func makeSample(_ packet: MediaPacket) -> EncodedSample? {
        if packet.isDiscarded, (packet.timestamp ?? 0) >= 0 { return nil }
        guard let bytes = framing.makeSample(packet.bytes) else { return nil }
        let ticks = packet.pointer.pointee.duration
        return EncodedSample(
            bytes: bytes, presentationTime: clock.stamp(packet.timestamp, duration: ticks),
            duration: clock.duration(ticks))
    }

    /// The sample frames that are not heard: those that the container counts or, of a movie, those before time 0, where
    /// its edit list begins.
    ///
    /// - Parameter first: the first packet of a movie; time 0 means nothing in other containers.
    private static func primingFrameCount(
        _ stream: UnsafeMutablePointer<AVStream>, rate: Int, first: MediaPacket?
    ) -> Int {
        let padding = max(0, Int(stream.pointee.codecpar?.pointee.initial_padding ?? 0))
        guard let start = first?.timestamp else { return padding }
        let framesPerTick = av_q2d(stream.pointee.time_base) * Double(rate)
        let frames = max(0, -Double(start) * framesPerTick).rounded()
        guard frames > 0, frames < Double(Int32.max) else { return 0 }
        return abs(frames - Double(padding)) <= framesPerTick ? padding : Int(frames)
    }
}
