// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// The end of an `avcC` box that the High profiles of H.264 have: ISO/IEC 14496-15 5.3.3.1.2.
package struct AVCHighProfile: Sendable, Hashable {
    /// `chroma_format_idc`: 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    package let chromaFormat: UInt8
    /// Bits of luma, 8...15.
    package let lumaBitDepth: Int
    /// Bits of chroma, 8...15.
    package let chromaBitDepth: Int
    /// Sequence parameter set extensions, at most 255 of them.
    package let sequenceParameterSetExtensions: [[UInt8]]

    /// Whether a profile has these bytes.
    static func isPresent(inProfile profile: UInt8) -> Bool { ![66, 77, 88].contains(profile) }

    /// What a sequence parameter set says (ISO/IEC 14496-10 7.3.2.1.1); `nil` where it is damaged.
    init?(sequenceParameterSet unit: [UInt8], extensions: [[UInt8]]) {
        // The unit's header, profile, constraints and level come first.
        var reader = BitReader(unit: unit.dropFirst(4))
        guard reader.readExponentialGolomb() != nil, let chroma = reader.readExponentialGolomb(),
            chroma <= 3
        else { return nil }
        if chroma == 3, reader.skip(1) == nil { return nil }
        guard let luma = reader.readExponentialGolomb(), luma <= 6,
            let chromaDepth = reader.readExponentialGolomb(), chromaDepth <= 6
        else { return nil }
        chromaFormat = UInt8(chroma)
        lumaBitDepth = Int(luma) + 8
        chromaBitDepth = Int(chromaDepth) + 8
        sequenceParameterSetExtensions = extensions
    }

    /// Reads the end of a box; `nil` where it is cut.
    init?(from reader: inout BoxReader) {
        guard let chroma = reader.read(UInt8.self), let luma = reader.read(UInt8.self),
            let chromaDepth = reader.read(UInt8.self), let count = reader.read(UInt8.self),
            let extensions = ParameterSets.read(Int(count), from: &reader)
        else { return nil }
        chromaFormat = chroma & 3
        lumaBitDepth = Int(luma & 7) + 8
        chromaBitDepth = Int(chromaDepth & 7) + 8
        sequenceParameterSetExtensions = extensions
    }

    func write(to writer: inout BoxWriter) {
        writer.append(0xFC | chromaFormat)
        writer.append(0xF8 | UInt8(truncatingIfNeeded: lumaBitDepth - 8))
        writer.append(0xF8 | UInt8(truncatingIfNeeded: chromaBitDepth - 8))
        writer.append(UInt8(truncatingIfNeeded: sequenceParameterSetExtensions.count))
        ParameterSets.write(sequenceParameterSetExtensions, to: &writer)
    }
}
