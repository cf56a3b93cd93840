// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams

/// What a track of encoded frames says once, and how its samples follow from an encoder's packets.
enum ParameterSetRecord {
    case avc(AVCDecoderConfiguration)
    case hevc(HEVCDecoderConfiguration)
    case av1(AV1DecoderConfiguration)

    /// Of an encoder's extradata or of its first packet; `nil` where a parameter set is missing.
    init?(_ bytes: [UInt8], codec: EncodedSample.VideoFormat.Codec) {
        let isAnnexB = bytes.withUnsafeBytes(AnnexB.isAnnexB)
        let record: Self? =
            switch codec {
            case .h264 where isAnnexB: AVCDecoderConfiguration(annexB: bytes).map(Self.avc)
            case .h264: AVCDecoderConfiguration(record: bytes).map(Self.avc)
            case .hevc where isAnnexB: HEVCDecoderConfiguration(annexB: bytes).map(Self.hevc)
            case .hevc: HEVCDecoderConfiguration(record: bytes).map(Self.hevc)
            case .av1 where bytes.first == 0x81:
                AV1DecoderConfiguration(record: bytes).map(Self.av1)
            case .av1: AV1DecoderConfiguration(units: bytes).map(Self.av1)
            }
        guard let record else { return nil }
        self = record
    }

    /// The content of the `avcC`, `hvcC` or `av1C` box.
    var bytes: [UInt8] {
        switch self {
        case .avc(let configuration): configuration.record
        case .hevc(let configuration): configuration.record
        case .av1(let configuration): configuration.record
        }
    }

    /// The sample of a packet; one that is not in the byte stream format is taken as it is.
    func makeSample(_ packet: UnsafeRawBufferPointer) -> [UInt8] {
        switch self {
        case .avc(let configuration) where AnnexB.isAnnexB(packet):
            configuration.makeSample(annexB: packet)
        case .hevc(let configuration) where AnnexB.isAnnexB(packet):
            configuration.makeSample(annexB: packet)
        case .avc, .hevc: Array(packet)
        case .av1: AV1DecoderConfiguration.makeSample(packet)
        }
    }
}
