// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
internal import CaptureSamples
internal import CodecBitstreams
internal import FaceValues
internal import MediaCodecs

extension EncodedSample.VideoFormat {
    /// The format of a stream's frames as they are encoded, and how its packets become samples;
    /// `nil` where they are neither H.264, HEVC nor AV1, or their parameters are not known.
    static func make(
        _ stream: UnsafeMutablePointer<AVStream>
    ) -> (format: EncodedSample.VideoFormat, framing: PacketFraming)? {
        guard let parameters = stream.pointee.codecpar else { return nil }
        let codec: Codec
        let made: (configuration: [UInt8], framing: PacketFraming)?
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: (codec, made) = (.h264, makeAVC(parameters.extradata))
        case AV_CODEC_ID_HEVC: (codec, made) = (.hevc, makeHEVC(parameters.extradata))
        case AV_CODEC_ID_AV1: (codec, made) = (.av1, makeAV1(parameters.extradata))
        default: return nil
        }
        guard let made else { return nil }
        let format = EncodedSample.VideoFormat(
            codec: codec, width: Int(parameters.pointee.width),
            height: Int(parameters.pointee.height), orientation: FrameOrientation.of(stream),
            configuration: made.configuration, color: Color(parameters.pointee),
            pixelAspectRatio: VideoFormat.PixelAspectRatio(of: stream),
            timescale: max(1, stream.pointee.time_base.den))
        return (format, made.framing)
    }

    /// The content of `avcC`, as it is where samples have lengths of four bytes already.
    private static func makeAVC(_ bytes: [UInt8]) -> (configuration: [UInt8], PacketFraming)? {
        if bytes.first == 1 {
            return AVCDecoderConfiguration(record: bytes).map {
                lengthened(bytes, from: $0.nalLengthSize, sizeOffset: 4)
            }
        }
        return AVCDecoderConfiguration(annexB: bytes).map {
            ($0.record, .byteStream(ByteStreamFilter($0)))
        }
    }

    /// The content of `hvcC`, as it is where samples have lengths of four bytes already.
    private static func makeHEVC(_ bytes: [UInt8]) -> (configuration: [UInt8], PacketFraming)? {
        if bytes.first == 1 {
            guard let configuration = HEVCDecoderConfiguration(record: bytes),
                [32, 33, 34].allSatisfy({ type in
                    configuration.arrays.contains { $0.type == type && !$0.units.isEmpty }
                })
            else { return nil }
            return lengthened(bytes, from: configuration.nalLengthSize, sizeOffset: 21)
        }
        return HEVCDecoderConfiguration(annexB: bytes).map {
            ($0.record, .byteStream(ByteStreamFilter($0)))
        }
    }

    /// The content of `av1C`.
    private static func makeAV1(_ bytes: [UInt8]) -> (configuration: [UInt8], PacketFraming)? {
        if bytes.first == 0x81 {
            return AV1DecoderConfiguration(record: bytes).map { _ in (bytes, .temporalUnits) }
        }
        return AV1DecoderConfiguration(units: bytes).map { ($0.record, .temporalUnits) }
    }

    /// A record that says four bytes, where it says `size` in the last two bits of a byte.
    private static func lengthened(
        _ record: [UInt8], from size: Int, sizeOffset: Int
    ) -> (configuration: [UInt8], PacketFraming) {
        guard size != 4 else { return (record, .asInMovies) }
        var record = record
        record[sizeOffset] |= 3
        return (record, .shortLengths(size))
    }
}

extension EncodedSample.VideoFormat.Color {
    /// What a stream says of its colors, whose codes in FFmpeg are those of ISO/IEC 23091-2; `nil`
    /// when it says nothing.
    init?(_ parameters: AVCodecParameters) {
        let codes = [
            parameters.color_primaries.rawValue, parameters.color_trc.rawValue,
            parameters.color_space.rawValue,
        ].map { UInt16(exactly: $0) ?? 2 }
        let isFullRange = parameters.color_range == AVCOL_RANGE_JPEG
        guard isFullRange || codes.contains(where: { $0 != 2 }) else { return nil }
        self.init(
            primaries: codes[0], transfer: codes[1], matrix: codes[2], isFullRange: isFullRange)
    }
}

extension AudioFormat {
    /// What a stream says of its decoded audio; `nil` when it says nothing.
    init?(_ parameters: AVCodecParameters) {
        guard parameters.sample_rate > 0, parameters.ch_layout.nb_channels > 0 else { return nil }
        self.init(
            sampleRate: Int(parameters.sample_rate),
            channelCount: Int(parameters.ch_layout.nb_channels))
    }
}

extension VideoFormat.PixelAspectRatio {
    /// What a container says of a stream's pixels or, where it says nothing, a frame or else the stream itself.
    init(of stream: UnsafeMutablePointer<AVStream>, _ frame: CodecFrame? = nil) {
        let shape = av_guess_sample_aspect_ratio(nil, stream, frame?.pointer)
        self.init(
            horizontalSpacing: UInt32(clamping: shape.num),
            verticalSpacing: UInt32(clamping: shape.den))
    }
}
