// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.4, Movie Fragment (`moof`).
struct FragmentDescription {
    /// From `mfhd`; `nil` when there is none.
    let sequenceNumber: UInt32?
    /// In the order of the file; a track may occur more than once.
    private(set) var tracks: [TrackFragment] = []

    private static let limit = 4096

    /// Reads the content of the `moof` at `offset`; `defaults` are those of the movie's `mvex`.
    init(_ content: ArraySlice<UInt8>, at offset: Int64, defaults: [UInt32: SampleDefaults])
        throws(BoxDamage)
    {
        sequenceNumber = try BoxChildren(of: .moof, content: content, [.mfhd])[.mfhd]
            .map(MovieFragmentHeaderBox.init(parsing:))?.sequenceNumber
        var fields = BoxFields(.moof, content: content)
        while let child = try fields.nextChild() {
            guard child.type == .traf else { continue }
            guard tracks.count < Self.limit else {
                throw BoxDamage(.moof, "has more than \(Self.limit) track fragments")
            }
            tracks.append(
                try TrackFragment(
                    child, moofOffset: offset, previousEnd: tracks.last?.end, defaults: defaults))
        }
    }
}
