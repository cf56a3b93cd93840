// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.4, Movie Fragment (`moof`).
struct FragmentDescription {
    /// From `mfhd`; `nil` when there is none.
    let sequenceNumber: UInt32?
    /// In the order of the file; a track may occur more than once. Those of other tracks than the one that was
    /// asked for are left out.
    private(set) var tracks: [TrackFragment] = []

    private static let limit = 4096
    /// Runs of all track fragments: each takes about two hundred bytes of memory.
    private static let runLimit = 1 << 16

    /// Reads the content of the `moof` at `offset`; `defaults` are those of the movie's `mvex`.
    ///
    /// - Parameter trackID: the track whose samples are wanted; `nil` for all. The runs of others are read only
    ///   where the place of its samples depends on them.
    init(
        _ content: ArraySlice<UInt8>, at offset: Int64, defaults: [UInt32: SampleDefaults],
        of trackID: UInt32? = nil
    ) throws(BoxDamage) {
        sequenceNumber = try BoxChildren(of: .moof, content: content, [.mfhd])[.mfhd]
            .map(MovieFragmentHeaderBox.init(parsing:))?.sequenceNumber
        var fields = BoxFields(.moof, content: content)
        var heads: [TrackFragment.Head] = []
        while let child = try fields.nextChild() {
            guard child.type == .traf else { continue }
            guard heads.count < Self.limit else {
                throw BoxDamage(.moof, "has more than \(Self.limit) track fragments")
            }
            heads.append(try TrackFragment.Head(child))
        }
        var (end, runsLeft): (Int64?, Int) = (nil, Self.runLimit)
        for (head, isRead) in zip(heads, Self.read(heads, for: trackID)) where isRead {
            let fragment = try TrackFragment(
                head, moofOffset: offset, previousEnd: end, runLimit: runsLeft, defaults: defaults)
            end = fragment.end
            runsLeft -= fragment.runs.count
            if trackID == nil || fragment.trackID == trackID { tracks.append(fragment) }
        }
    }

    /// Which track fragments have to be read: those of a track, and those whose end is where the next one that is
    /// read begins.
    private static func read(_ heads: [TrackFragment.Head], for trackID: UInt32?) -> [Bool] {
        var isRead = heads.map { trackID == nil || $0.trackID == trackID }
        for index in heads.indices.dropFirst().reversed()
        where isRead[index] && heads[index].followsPrevious { isRead[index - 1] = true }
        return isRead
    }
}
