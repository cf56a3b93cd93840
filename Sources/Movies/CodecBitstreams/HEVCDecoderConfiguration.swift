// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// What a decoder of HEVC has to know first: the content of an `hvcC` box.
///
/// ISO/IEC 14496-15 8.3.3.1.
package struct HEVCDecoderConfiguration: Sendable, Hashable {
    /// Units of one kind.
    package struct UnitArray: Sendable, Hashable {
        /// `nal_unit_type`: 32 video, 33 sequence, 34 picture parameter set.
        package let type: UInt8
        /// Whether the samples of the track have no other units of this kind, as `hvc1` demands it of
        /// parameter sets.
        package let isComplete: Bool
        /// The units, headers included.
        package let units: [[UInt8]]
    }

    /// What stands before the number of arrays: the version, profile, tier and level, segmentation, parallelism,
    /// chroma and depths, the frame rate, temporal layers, and the size of lengths.
    private let head: [UInt8]
    /// Parameter sets; records of others may hold supplemental enhancement information too.
    package let arrays: [UnitArray]

    private static let kinds: [UInt8] = [32, 33, 34]

    /// The configuration of a stream's first parameter sets or of an encoder's extradata; `nil` where
    /// one of the three kinds is missing or damaged. Equal units count once; supplemental enhancement
    /// information, in which encoders repeat their options, is left out.
    package init?(annexB bytes: [UInt8]) {
        var found: [UInt8: [[UInt8]]] = [:]
        for unit in AnnexB.units(of: bytes) where unit.count > 2 {
            let type = unit[0] >> 1 & 0x3F
            if Self.kinds.contains(type) {
                ParameterSets.insert(unit, into: &found[type, default: []])
            }
        }
        guard found[32] != nil, let sequence = found[33]?.first, found[34] != nil,
            found.values.allSatisfy({ ParameterSets.fit($0, limit: 255) }),
            let parameters = HEVCSequenceParameters(unit: sequence)
        else { return nil }
        // Segmentation, parallelism and frame rate are told to be unknown: readers must not rely on more than that.
        head =
            [1] + parameters.profileTierLevel
            + [
                0xF0, 0, 0xFC, 0xFC | parameters.chromaFormat, 0xF8 | parameters.lumaDepth,
                0xF8 | parameters.chromaDepth, 0, 0,
                parameters.temporalLayerCount << 3 | (parameters.isTemporalIDNested ? 4 : 0) | 3,
            ]
        arrays = Self.kinds.compactMap { type in
            found[type].map { UnitArray(type: type, isComplete: true, units: $0) }
        }
    }

    /// The configuration that an `hvcC` box holds; `nil` where it is cut or makes no sense.
    package init?(record bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        guard var head = reader.readBytes(22).map(Array.init), head[0] == 1, head[21] & 3 != 2,
            let arrayCount = reader.read(UInt8.self)
        else { return nil }
        // Bits that are reserved are ones.
        for (index, bits) in [(13, 0xF0), (15, 0xFC), (16, 0xFC), (17, 0xF8), (18, 0xF8)] {
            head[index] |= UInt8(bits)
        }
        self.head = head
        var arrays: [UnitArray] = []
        for _ in 0..<arrayCount {
            guard let head = reader.read(UInt8.self), let count = reader.read(UInt16.self),
                let units = ParameterSets.read(Int(count), from: &reader)
            else { return nil }
            arrays.append(
                UnitArray(type: head & 0x3F, isComplete: head & 0x80 != 0, units: units))
        }
        self.arrays = arrays
    }

    /// Bytes of the length before each unit of a sample: 1, 2 or 4.
    package var nalLengthSize: Int { Int(head[21] & 3) + 1 }

    /// The content of the `hvcC` box.
    package var record: [UInt8] {
        var writer = BoxWriter()
        writer.append(contentsOf: head)
        writer.append(UInt8(truncatingIfNeeded: arrays.count))
        for array in arrays {
            writer.append((array.isComplete ? 0x80 : 0) | array.type)
            writer.append(UInt16(truncatingIfNeeded: array.units.count))
            ParameterSets.write(array.units, to: &writer)
        }
        return writer.bytes
    }
}
