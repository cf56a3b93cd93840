// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import CodecBitstreams

/// What a track of encoded frames says once, and how its samples follow from an encoder's packets.
struct ParameterSetRecord {
    /// The content of the `avcC`, `hvcC` or `av1C` box.
    let bytes: [UInt8]
    /// Makes samples of packets in the byte stream format; `nil` for AV1, which has none.
    private var filter: ByteStreamFilter?

    /// Of an encoder's extradata or of its first packet; `nil` where a parameter set is missing.
    init?(_ bytes: [UInt8], codec: EncodedSample.VideoFormat.Codec) {
        let isAnnexB = bytes.withUnsafeBytes(AnnexB.isAnnexB)
        switch codec {
        case .h264:
            let found =
                isAnnexB
                ? AVCDecoderConfiguration(annexB: bytes) : AVCDecoderConfiguration(record: bytes)
            guard let found else { return nil }
            (self.bytes, filter) = (found.record, ByteStreamFilter(found))
        case .hevc:
            let found =
                isAnnexB
                ? HEVCDecoderConfiguration(annexB: bytes) : HEVCDecoderConfiguration(record: bytes)
            guard let found else { return nil }
            (self.bytes, filter) = (found.record, ByteStreamFilter(found))
        case .av1:
            let found =
                bytes.first == 0x81
                ? AV1DecoderConfiguration(record: bytes) : AV1DecoderConfiguration(units: bytes)
            guard let found else { return nil }
            self.bytes = found.record
        }
    }

    /// The sample of the next packet; one that is not in the byte stream format is taken as it is.
    mutating func makeSample(_ packet: UnsafeRawBufferPointer) -> [UInt8] {
        guard filter != nil else { return AV1DecoderConfiguration.makeSample(packet) }
        guard AnnexB.isAnnexB(packet) else { return Array(packet) }
        return filter?.makeSample(packet) ?? []
    }
}
