// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// The end of an `avcC` box that the High profiles of H.264 have: ISO/IEC 14496-15 5.3.3.1.2.
package struct AVCHighProfile: Sendable, Hashable {
    /// `chroma_format_idc`, and the depths of luma and chroma less 8, with the bits that are reserved.
    private let head: [UInt8]
    /// Sequence parameter set extensions, at most 255 of them.
    private let extensions: [[UInt8]]

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
        head = [0xFC | UInt8(chroma), 0xF8 | UInt8(luma), 0xF8 | UInt8(chromaDepth)]
        self.extensions = extensions
    }

    /// Reads the end of a box; `nil` where it is cut.
    init?(from reader: inout BoxReader) {
        guard let chroma = reader.read(UInt8.self), let luma = reader.read(UInt8.self),
            let chromaDepth = reader.read(UInt8.self), let count = reader.read(UInt8.self),
            let extensions = ParameterSets.read(Int(count), from: &reader)
        else { return nil }
        head = [0xFC | chroma, 0xF8 | luma, 0xF8 | chromaDepth]
        self.extensions = extensions
    }

    func write(to writer: inout BoxWriter) {
        writer.append(contentsOf: head)
        writer.append(UInt8(truncatingIfNeeded: extensions.count))
        ParameterSets.write(extensions, to: &writer)
    }
}
