// SPDX-License-Identifier: Apache-2.0
internal import CFFmpeg
import CaptureSamples
internal import FaceValues

/// The encoders that libavcodec can open on this machine.
package enum EncoderCatalogue {
    /// Names of encoders of H.264, HEVC and AV1 for ``VideoEncoderSettings/codec``, those of H.264 first.
    ///
    /// The first call opens each one that libavcodec knows, devices included, for some milliseconds.
    package static var videoEncoders: [String] {
        triedVideoEncoders.filter { $0.problem == nil }.map(\.name)
    }

    /// Names of encoders of H.264, HEVC and AV1 that do not open on this machine, or take no frames that
    /// there are, and why.
    package static var unusableVideoEncoders: [(name: String, problem: String)] {
        triedVideoEncoders.compactMap { encoder in
            encoder.problem.map { (encoder.name, $0) }
        }
    }

    private static let triedVideoEncoders: [(name: String, problem: String?)] =
        EncodedSample.VideoFormat.Codec.allCases.flatMap { codec in
            names.compactMap { name in
                guard let encoder = videoEncoder(name), encoder.codec == codec else { return nil }
                return (name, problem(with: encoder.encoder))
            }
        }

    /// Why an encoder is of no use here; `nil` where it is.
    private static func problem(with encoder: UnsafePointer<AVCodec>) -> String? {
        let code: CInt
        if let format = pixelFormat(of: encoder, preferred: .i420) {
            code = EncoderContext.openingCode(encoder, pixelFormat: format)
        } else if let kind = DeviceFrames.Kind(of: encoder) {
            guard let device = try? DeviceFrames(kind, for: "", width: 640, height: 360) else {
                return "there is no \(kind.name) device for it"
            }
            code = EncoderContext.openingCode(encoder, pixelFormat: kind.format, device: device)
        } else {
            return "takes no 4:2:0 frames from memory"
        }
        return code >= 0 ? nil : FacecapError.reason(code)
    }

    /// Which encoders make what a codec's name asks for: the first that this libavcodec has is taken, and of
    /// those that need a device the first that opens.
    private static let preferred: [String: [String]] = [
        "h264": ["libx264"], "hevc": ["libx265"], "av1": ["libsvtav1", "libaom-av1"],
    ]

    /// The name of the encoder that a codec's name stands for; other names stay as they are.
    package static func encoderName(for codec: String) -> String {
        guard let wanted = EncodedSample.VideoFormat.Codec(rawValue: codec) else { return codec }
        if let name = preferred[codec]?.first(where: { encoder($0) != nil }) { return name }
        return videoEncoders.first { videoEncoder($0)?.codec == wanted } ?? codec
    }

    /// Names of encoders of H.264, HEVC and AV1 that libavcodec has, whether or not they open here, those of
    /// H.264 first.
    static var knownVideoEncoders: [String] {
        EncodedSample.VideoFormat.Codec.allCases.flatMap { codec in
            names.filter { videoEncoder($0)?.codec == codec }
        }
    }

    /// Names of encoders of AAC and Opus for ``AudioEncoderSettings/codec``.
    package static let audioEncoders: [String] = ["aac", "libopus"].filter {
        audioEncoder($0) != nil
    }

    /// The encoder of that name and what it makes; `nil` where there is none of H.264, HEVC or
    /// AV1.
    static func videoEncoder(_ name: String) -> (
        encoder: UnsafePointer<AVCodec>, codec: EncodedSample.VideoFormat.Codec
    )? {
        guard let encoder = encoder(name) else { return nil }
        switch encoder.pointee.id {
        case AV_CODEC_ID_H264: return (encoder, .h264)
        case AV_CODEC_ID_HEVC: return (encoder, .hevc)
        case AV_CODEC_ID_AV1: return (encoder, .av1)
        default: return nil
        }
    }

    /// The encoder of that name and what it makes; `nil` where there is none of AAC or Opus.
    static func audioEncoder(_ name: String) -> (
        encoder: UnsafePointer<AVCodec>, codec: EncodedSample.AudioFormat.Codec
    )? {
        guard let encoder = encoder(name),
            encoder.pointee.capabilities & AV_CODEC_CAP_EXPERIMENTAL == 0
        else { return nil }
        switch encoder.pointee.id {
        case AV_CODEC_ID_AAC: return (encoder, .aac)
        case AV_CODEC_ID_OPUS: return (encoder, .opus)
        default: return nil
        }
    }

    /// The pixel format in which an encoder takes 4:2:0 frames from memory; `nil` where it takes
    /// none.
    static func pixelFormat(
        of encoder: UnsafePointer<AVCodec>, preferred: PixelBuffer.Format
    ) -> AVPixelFormat? {
        let formats =
            preferred == .nv12
            ? [AV_PIX_FMT_NV12, AV_PIX_FMT_YUV420P] : [AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12]
        return formats.first { facecap_encoder_takes_images(encoder, $0) != 0 }
    }

    private static func encoder(_ name: String) -> UnsafePointer<AVCodec>? {
        // C would take what stands before a NUL for the name.
        avcodec_find_encoder_by_name(name).flatMap {
            String(cString: $0.pointee.name) == name ? $0 : nil
        }
    }

    private static var names: [String] {
        var names: [String] = []
        var position: UnsafeMutableRawPointer?
        while let codec = av_codec_iterate(&position) {
            if av_codec_is_encoder(codec) != 0 { names.append(String(cString: codec.pointee.name)) }
        }
        return names
    }
}
