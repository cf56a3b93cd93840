// SPDX-License-Identifier: Apache-2.0
import CodecBitstreams

/// Takes the fuzzer's bytes for the beginning of a stream and for the record of a movie, of every codec. A record that
/// is written is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCodecBitstream(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let raw = UnsafeRawBufferPointer(start: start, count: count)
    let bytes = Array(raw)
    _ = AnnexB.isAnnexB(raw)
    AnnexB.forEachUnit(in: raw) { precondition($0.lowerBound >= 0 && $0.upperBound <= count) }
    for configuration in [
        AVCDecoderConfiguration(annexB: bytes), AVCDecoderConfiguration(record: bytes),
    ] {
        guard let configuration else { continue }
        var filter = ByteStreamFilter(configuration)
        _ = filter.makeSample(raw)
        precondition(AVCDecoderConfiguration(record: configuration.record) == configuration)
    }
    for configuration in [
        HEVCDecoderConfiguration(annexB: bytes), HEVCDecoderConfiguration(record: bytes),
    ] {
        guard let configuration else { continue }
        var filter = ByteStreamFilter(configuration)
        _ = filter.makeSample(raw)
        precondition(HEVCDecoderConfiguration(record: configuration.record) == configuration)
    }
    for configuration in [
        AV1DecoderConfiguration(units: bytes), AV1DecoderConfiguration(record: bytes),
    ] {
        guard let configuration else { continue }
        precondition(AV1DecoderConfiguration(record: configuration.record) == configuration)
    }
    _ = AV1DecoderConfiguration.makeSample(raw)
    for configuration in [
        OpusSpecificConfiguration(opusHead: bytes), OpusSpecificConfiguration(record: bytes),
    ] {
        guard let configuration else { continue }
        precondition(OpusSpecificConfiguration(record: configuration.record) == configuration)
    }
    return 0
}
