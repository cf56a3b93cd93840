// SPDX-License-Identifier: Apache-2.0
/// Makes samples of frames in the byte stream format: lengths of four bytes instead of start codes.
///
/// Delimiters are left out, and parameter sets that the track's configuration has. Once the stream
/// has brought others all of them stay, since they may replace one another back and forth.
package struct ByteStreamFilter: Sendable {
    private let kind: @Sendable (UInt8) -> Int
    private let delimiter: Int
    private let parameterSetKinds: ClosedRange<Int>
    private let known: [[UInt8]]
    private var hasOthers = false

    /// H.264: ISO/IEC 14496-10, table 7-1.
    package init(_ configuration: AVCDecoderConfiguration) {
        kind = { Int($0 & 0x1F) }
        delimiter = 9
        parameterSetKinds = 7...8
        known = configuration.sequenceParameterSets + configuration.pictureParameterSets
    }

    /// HEVC: ISO/IEC 23008-2, table 7-1.
    package init(_ configuration: HEVCDecoderConfiguration) {
        kind = { Int($0 >> 1 & 0x3F) }
        delimiter = 35
        parameterSetKinds = 32...34
        known = configuration.arrays.flatMap(\.units)
    }

    /// The sample of a frame; empty when there is no unit in it.
    package mutating func makeSample(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        AnnexB.lengthPrefixed(bytes) { unit in
            let kind = kind(unit[0])
            if kind == delimiter { return false }
            guard parameterSetKinds.contains(kind) else { return true }
            hasOthers = hasOthers || !known.contains { $0.elementsEqual(unit) }
            return hasOthers
        }
    }
}
