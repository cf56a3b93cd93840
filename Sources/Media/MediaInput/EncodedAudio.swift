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
    private let priming: Priming

    /// The audio of a stream whose first packet is known, where it is; `nil` where it is neither AAC
    /// nor Opus, or its parameters are not known.
    ///
    /// - Parameter isOfMovie: whether the container is MP4 or QuickTime.
    init?(_ stream: UnsafeMutablePointer<AVStream>, first: MediaPacket?, isOfMovie: Bool) {
        guard let parameters = stream.pointee.codecpar,
            let audio = AudioFormat(parameters.pointee)
        else { return nil }
        let rate = audio.sampleRate
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
        let base = stream.pointee.time_base
        let frames = parameters.pointee.frame_size
        priming = Priming(
            codec: codec, packetFrames: Int(frames), framesPerTick: av_q2d(base) * Double(rate))
        format = EncodedSample.AudioFormat(
            codec: codec, sampleRate: rate, channelCount: audio.channelCount,
            configuration: configuration,
            primingFrameCount: Self.primingFrameCount(
                stream, rate: rate,
                start: isOfMovie ? priming.start(of: stream) ?? first?.timestamp : nil))
        clock = StreamClock(
            numerator: base.num, denominator: base.den,
            frameRate: Double(rate) / Double(frames > 0 ? frames : 1024))
    }

    /// The sample that a packet holds; `nil` where it holds nothing of use, and where an edit list cuts it off, unless
    /// it primes the decoder.
    mutating func makeSample(_ packet: MediaPacket) -> EncodedSample? {
        if packet.isDiscarded, !priming.includes(packet.timestamp) { return nil }
        guard let bytes = framing.makeSample(packet.bytes) else { return nil }
        let ticks = packet.pointer.pointee.duration
        return EncodedSample(
            bytes: bytes, presentationTime: clock.stamp(packet.timestamp, duration: ticks),
            duration: clock.duration(ticks))
    }

    /// The sample frames that are not heard: those that the container counts or, of a movie, those before time 0, where
    /// its edit list begins.
    ///
    /// - Parameter start: the time of the first packet of a movie that goes out; time 0 means nothing in other
    ///   containers.
    private static func primingFrameCount(
        _ stream: UnsafeMutablePointer<AVStream>, rate: Int, start: Int64?
    ) -> Int {
        let padding = max(0, Int(stream.pointee.codecpar?.pointee.initial_padding ?? 0))
        guard let start else { return padding }
        let framesPerTick = av_q2d(stream.pointee.time_base) * Double(rate)
        let frames = max(0, -Double(start) * framesPerTick).rounded()
        guard frames > 0, frames < Double(Int32.max) else { return 0 }
        return abs(frames - Double(padding)) <= framesPerTick ? padding : Int(frames)
    }
}

extension EncodedAudio {
    /// What goes out of the audio that an edit list cuts off: what decoders need for the first audio that is heard.
    ///
    /// libavformat gives all packets of about a second before it, which nobody is meant to hear.
    private struct Priming {
        private let framesPerTick: Double
        /// The first sample frame that goes out; time 0 is where the edit list begins.
        private let firstFrame: Double

        /// What goes out of audio in a codec.
        ///
        /// - Parameter packetFrames: the sample frames in a packet of AAC; 0 where they are not known.
        init(
            codec: EncodedSample.AudioFormat.Codec, packetFrames: Int, framesPerTick: Double
        ) {
            self.framesPerTick = framesPerTick
            switch codec {
            case .aac:
                // Two packets before the one that is heard from its middle, which begins up to a packet before time 0.
                let frames = 1...2048 ~= packetFrames ? packetFrames : 1024
                firstFrame = Double(1 - 3 * frames)
            case .opus:
                // 80 ms, as RFC 7845 has it (4.6).
                firstFrame = -3840
            }
        }

        /// Whether a packet that is cut off goes out.
        func includes(_ timestamp: Int64?) -> Bool {
            guard let timestamp, timestamp < 0 else { return false }
            return Double(timestamp) * framesPerTick >= firstFrame
        }

        /// The time of the first packet that goes out, as the movie's index has it; `nil` where it lists none.
        ///
        /// The packets themselves can come late, behind all frames that an edit list cuts off.
        func start(of stream: UnsafeMutablePointer<AVStream>) -> Int64? {
            for index in 0..<max(0, avformat_index_get_entries_count(stream)) {
                guard let entry = avformat_index_get_entry(stream, index) else { return nil }
                let isDiscarded = entry.pointee.flags & AVINDEX_DISCARD_FRAME != 0
                let timestamp = entry.pointee.timestamp
                if !isDiscarded || includes(timestamp) { return timestamp }
            }
            return nil
        }
    }
}
