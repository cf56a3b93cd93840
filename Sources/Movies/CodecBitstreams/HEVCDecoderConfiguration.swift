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
        package internal(set) var units: [[UInt8]]
    }

    /// Profile space, tier and profile in the record's first byte after the version, the flags of
    /// compatibility and constraints, and the level: 12 bytes as `profile_tier_level()` begins.
    package let profileTierLevel: [UInt8]
    /// Rows and columns of a frame that can be decoded apart: 0 where nothing is known.
    package let minimumSpatialSegmentation: UInt16
    /// 0 unknown or mixed, 1 slices, 2 tiles, 3 wavefronts.
    package let parallelismType: UInt8
    /// `chroma_format_idc`: 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    package let chromaFormat: UInt8
    /// Bits of luma, 8...15.
    package let lumaBitDepth: Int
    /// Bits of chroma, 8...15.
    package let chromaBitDepth: Int
    /// Frames in 256 seconds: 0 where nothing is known.
    package let averageFrameRate: UInt16
    /// 0 unknown, 1 constant, 2 constant in each temporal layer.
    package let constantFrameRate: UInt8
    /// Temporal layers: 0 where nothing is known.
    package let temporalLayerCount: UInt8
    /// Whether every layer can be joined at any of its frames.
    package let isTemporalIDNested: Bool
    /// Bytes of the length before each unit of a sample: 1, 2 or 4.
    package let nalLengthSize: Int
    /// Parameter sets; records of others may hold supplemental enhancement information too.
    package let arrays: [UnitArray]

    private static let kinds: [UInt8] = [32, 33, 34]

    /// The configuration of a stream's first parameter sets or of an encoder's extradata; `nil` where
    /// one of the three kinds is missing or damaged. Equal units count once; supplemental enhancement
    /// information, in which encoders repeat their options, is left out.
    package init?(annexB bytes: [UInt8]) {
        var found: [UInt8: [[UInt8]]] = [:]
        for unit in AnnexB.units(of: bytes) where unit.count > 2 {
            let type = Self.type(of: unit[0])
            if Self.kinds.contains(type) {
                ParameterSets.insert(unit, into: &found[type, default: []])
            }
        }
        guard found[32] != nil, let sequence = found[33]?.first, found[34] != nil,
            found.values.allSatisfy({ ParameterSets.fit($0, limit: 255) }),
            let parameters = HEVCSequenceParameters(unit: sequence)
        else { return nil }
        profileTierLevel = parameters.profileTierLevel
        // What is not known is told so: readers must not rely on more than that.
        minimumSpatialSegmentation = 0
        parallelismType = 0
        chromaFormat = parameters.chromaFormat
        lumaBitDepth = parameters.lumaBitDepth
        chromaBitDepth = parameters.chromaBitDepth
        averageFrameRate = 0
        constantFrameRate = 0
        temporalLayerCount = parameters.temporalLayerCount
        isTemporalIDNested = parameters.isTemporalIDNested
        nalLengthSize = 4
        arrays = Self.kinds.compactMap { type in
            found[type].map { UnitArray(type: type, isComplete: true, units: $0) }
        }
    }

    /// The configuration that an `hvcC` box holds; `nil` where it is cut or makes no sense.
    package init?(record bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        guard reader.read(UInt8.self) == 1, let profileTierLevel = reader.readBytes(12),
            let segmentation = reader.read(UInt16.self), let parallelism = reader.read(UInt8.self),
            let chroma = reader.read(UInt8.self), let luma = reader.read(UInt8.self),
            let chromaDepth = reader.read(UInt8.self), let rate = reader.read(UInt16.self),
            let layers = reader.read(UInt8.self), layers & 3 != 2,
            let arrayCount = reader.read(UInt8.self)
        else { return nil }
        self.profileTierLevel = Array(profileTierLevel)
        minimumSpatialSegmentation = segmentation & 0xFFF
        parallelismType = parallelism & 3
        chromaFormat = chroma & 3
        lumaBitDepth = Int(luma & 7) + 8
        chromaBitDepth = Int(chromaDepth & 7) + 8
        averageFrameRate = rate
        constantFrameRate = layers >> 6
        temporalLayerCount = layers >> 3 & 7
        isTemporalIDNested = layers & 4 != 0
        nalLengthSize = Int(layers & 3) + 1
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

    /// The content of the `hvcC` box.
    package var record: [UInt8] {
        var writer = BoxWriter()
        writer.append(UInt8(1))
        writer.append(contentsOf: profileTierLevel)
        writer.append(0xF000 | minimumSpatialSegmentation)
        writer.append(0xFC | parallelismType)
        writer.append(0xFC | chromaFormat)
        writer.append(0xF8 | UInt8(truncatingIfNeeded: lumaBitDepth - 8))
        writer.append(0xF8 | UInt8(truncatingIfNeeded: chromaBitDepth - 8))
        writer.append(averageFrameRate)
        writer.append(
            constantFrameRate << 6 | temporalLayerCount << 3 | (isTemporalIDNested ? 4 : 0)
                | UInt8(truncatingIfNeeded: nalLengthSize - 1))
        writer.append(UInt8(truncatingIfNeeded: arrays.count))
        for array in arrays {
            writer.append((array.isComplete ? 0x80 : 0) | array.type)
            writer.append(UInt16(truncatingIfNeeded: array.units.count))
            ParameterSets.write(array.units, to: &writer)
        }
        return writer.bytes
    }

    /// A sample of a movie whose track has this configuration, of a frame in the byte stream format:
    /// lengths of four bytes, without access unit delimiters and without the parameter sets that the
    /// configuration has. Others stay.
    package func makeSample(annexB bytes: UnsafeRawBufferPointer) -> [UInt8] {
        AnnexB.lengthPrefixed(bytes) { unit in
            switch Self.type(of: unit[0]) {
            case 35: false
            case let type where 32...34 ~= type:
                !arrays.contains { array in
                    array.type == type && array.units.contains { $0.elementsEqual(unit) }
                }
            default: true
            }
        }
    }

    private static func type(of firstByte: UInt8) -> UInt8 { firstByte >> 1 & 0x3F }
}
