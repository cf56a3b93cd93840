// SPDX-License-Identifier: Apache-2.0
/// What a decoder of AV1 has to know first: the content of an `av1C` box.
///
/// AV1 Codec ISO Media File Format Binding 2.3.
package struct AV1DecoderConfiguration: Sendable, Hashable {
    /// The four bytes before the units: profile, level, and what the numbers of an image are like.
    package let head: [UInt8]
    /// The sequence header, with the length of its content in its header.
    package let units: [UInt8]

    /// The content of the `av1C` box.
    package var record: [UInt8] { head + units }

    /// The configuration of a stream's first sequence header; `nil` where there is none, or it is damaged.
    package init?(units bytes: [UInt8]) {
        let all = AV1Unit.units(of: bytes[...])
        guard let unit = all.first(where: { $0.type == AV1Unit.sequenceHeader }),
            let parameters = AV1SequenceParameters(unit.content)
        else { return nil }
        head = parameters.configurationHead
        units = unit.sized
    }

    /// The configuration that an `av1C` box holds; `nil` where it is cut or makes no sense.
    package init?(record bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0x81,
            let own = AV1DecoderConfiguration(units: Array(bytes[4...]))
        else { return nil }
        head = Array(bytes.prefix(4))
        units = own.units
    }

    /// The sample of a temporal unit: without what movies have no use for.
    package static func makeSample(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let bytes = Array(bytes)
        let units = AV1Unit.units(of: bytes[...])
        guard units.contains(where: { !AV1Unit.isOfMovies($0.type) }) else { return bytes }
        return units.filter { AV1Unit.isOfMovies($0.type) }.flatMap(\.sized)
    }
}
