// SPDX-License-Identifier: Apache-2.0
/// The beginning of a sequence parameter set of HEVC: ISO/IEC 23008-2 7.3.2.2.
struct HEVCSequenceParameters {
    let profileTierLevel: [UInt8]
    let chromaFormat: UInt8
    /// Bits of luma beyond 8.
    let lumaDepth: UInt8
    /// Bits of chroma beyond 8.
    let chromaDepth: UInt8
    let temporalLayerCount: UInt8
    let isTemporalIDNested: Bool

    /// `nil` where the unit is cut or makes no sense.
    init?(unit: [UInt8]) {
        var reader = BitReader(unit: unit.dropFirst(2))
        guard reader.skip(4) != nil, let lastLayer = reader.read(3), lastLayer <= 6,
            let isNested = reader.readFlag()
        else { return nil }
        var profile: [UInt8] = []
        for _ in 0..<12 {
            guard let byte = reader.read(8) else { return nil }
            profile.append(UInt8(byte))
        }
        guard Self.skipLayers(Int(lastLayer), of: &reader) != nil,
            reader.readExponentialGolomb() != nil, let chroma = reader.readExponentialGolomb(),
            chroma <= 3
        else { return nil }
        if chroma == 3, reader.skip(1) == nil { return nil }
        guard reader.readExponentialGolomb() != nil, reader.readExponentialGolomb() != nil,
            let hasWindow = reader.readFlag()
        else { return nil }
        for _ in 0..<(hasWindow ? 4 : 0) where reader.readExponentialGolomb() == nil { return nil }
        guard let luma = reader.readExponentialGolomb(), luma <= 7,
            let chromaDepth = reader.readExponentialGolomb(), chromaDepth <= 7
        else { return nil }
        profileTierLevel = profile
        chromaFormat = UInt8(chroma)
        lumaDepth = UInt8(luma)
        self.chromaDepth = UInt8(chromaDepth)
        temporalLayerCount = UInt8(lastLayer) + 1
        isTemporalIDNested = isNested
    }

    /// What `profile_tier_level()` says of the lower layers (ISO/IEC 23008-2 7.3.3).
    private static func skipLayers(_ count: Int, of reader: inout BitReader) -> Void? {
        guard count > 0 else { return () }
        var bits = 0
        for _ in 0..<count {
            guard let hasProfile = reader.readFlag(), let hasLevel = reader.readFlag() else {
                return nil
            }
            bits += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
        }
        return reader.skip(2 * (8 - count)).flatMap { reader.skip(bits) }
    }
}
