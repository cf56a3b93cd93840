// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// What a decoder of H.264 has to know first: the content of an `avcC` box.
///
/// ISO/IEC 14496-15 5.3.3.1.
package struct AVCDecoderConfiguration: Sendable, Hashable {
    /// What stands before the parameter sets: version, profile, constraints, level, and the size of lengths.
    private let head: [UInt8]
    /// Sequence parameter sets, 1...31 of them.
    package let sequenceParameterSets: [[UInt8]]
    /// Picture parameter sets, 1...255 of them.
    package let pictureParameterSets: [[UInt8]]
    /// Chroma and depths, and sequence parameter set extensions; `nil` for profiles without them.
    package let highProfile: AVCHighProfile?

    /// The configuration of a stream or of an encoder's extradata; `nil` where a sequence or picture
    /// parameter set is missing or damaged. Equal ones count once.
    package init?(annexB bytes: [UInt8]) {
        var sequence: [[UInt8]] = []
        var picture: [[UInt8]] = []
        var extensions: [[UInt8]] = []
        for unit in AnnexB.units(of: bytes) {
            switch unit[0] & 0x1F {
            case 7: ParameterSets.insert(unit, into: &sequence)
            case 8: ParameterSets.insert(unit, into: &picture)
            case 13: ParameterSets.insert(unit, into: &extensions)
            default: break
            }
        }
        guard let first = sequence.first, first.count >= 4, !picture.isEmpty,
            ParameterSets.fit(sequence, limit: 31), ParameterSets.fit(picture, limit: 255),
            ParameterSets.fit(extensions, limit: 255)
        else { return nil }
        head = [1, first[1], first[2], first[3], 0xFF]
        sequenceParameterSets = sequence
        pictureParameterSets = picture
        if AVCHighProfile.isPresent(inProfile: head[1]) {
            guard let high = AVCHighProfile(sequenceParameterSet: first, extensions: extensions)
            else { return nil }
            highProfile = high
        } else {
            highProfile = nil
        }
    }

    /// The configuration that an `avcC` box holds; `nil` where it is cut or makes no sense. The bytes
    /// of the High profiles may be missing, as old files have it; then the parameter set says them.
    package init?(record bytes: [UInt8]) {
        var reader = BoxReader(bytes)
        guard var head = reader.readBytes(5).map(Array.init), head[0] == 1, head[4] & 3 != 2,
            let sequenceCount = reader.read(UInt8.self), sequenceCount & 31 > 0,
            let sequence = ParameterSets.read(Int(sequenceCount & 31), from: &reader),
            let pictureCount = reader.read(UInt8.self), pictureCount > 0,
            let picture = ParameterSets.read(Int(pictureCount), from: &reader)
        else { return nil }
        head[4] |= 0xFC
        self.head = head
        sequenceParameterSets = sequence
        pictureParameterSets = picture
        if !AVCHighProfile.isPresent(inProfile: head[1]) {
            highProfile = nil
        } else if reader.isAtEnd {
            highProfile = sequence.first.flatMap {
                AVCHighProfile(sequenceParameterSet: $0, extensions: [])
            }
        } else {
            guard let high = AVCHighProfile(from: &reader) else { return nil }
            highProfile = high
        }
    }

    /// Bytes of the length before each unit of a sample: 1, 2 or 4.
    package var nalLengthSize: Int { Int(head[4] & 3) + 1 }

    /// The content of the `avcC` box.
    package var record: [UInt8] {
        var writer = BoxWriter()
        writer.append(contentsOf: head)
        writer.append(0xE0 | UInt8(truncatingIfNeeded: sequenceParameterSets.count))
        ParameterSets.write(sequenceParameterSets, to: &writer)
        writer.append(UInt8(truncatingIfNeeded: pictureParameterSets.count))
        ParameterSets.write(pictureParameterSets, to: &writer)
        highProfile?.write(to: &writer)
        return writer.bytes
    }
}
