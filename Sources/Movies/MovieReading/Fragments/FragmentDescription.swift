// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.4, Movie Fragment (`moof`).
struct FragmentDescription {
    /// Where the `moof` begins.
    let offset: Int64
    /// From `mfhd`; `nil` when there is none.
    let sequenceNumber: UInt32?
    /// What its track fragments say before their runs, in the order of the file; a track may occur more than once.
    private(set) var heads: [TrackFragment.Head] = []

    private static let limit = 4096

    /// Reads the content of the `moof` at `offset`, but for the runs of samples.
    init(_ content: ArraySlice<UInt8>, at offset: Int64) throws(BoxDamage) {
        self.offset = offset
        sequenceNumber = try BoxChildren(of: .moof, content: content, [.mfhd])[.mfhd]
            .map(MovieFragmentHeaderBox.init(parsing:))?.sequenceNumber
        var fields = BoxFields(.moof, content: content)
        while let child = try fields.nextChild() {
            guard child.type == .traf else { continue }
            guard heads.count < Self.limit else {
                throw BoxDamage(.moof, "has more than \(Self.limit) track fragments")
            }
            heads.append(try TrackFragment.Head(child))
        }
    }

    /// All of its track fragments with their runs.
    func tracks(of reader: MovieReader) throws(FacecapError) -> [TrackFragment] {
        var tracks: [TrackFragment] = []
        var (end, runsLeft) = (offset, TrackFragment.runLimit)
        for head in heads {
            do throws(BoxDamage) {
                let fragment = try TrackFragment(
                    head, base: head.followsPrevious ? end : offset, runLimit: runsLeft,
                    defaults: reader.fragmentDefaults)
                end = fragment.end
                runsLeft -= fragment.runs.count
                tracks.append(fragment)
            } catch {
                throw error.error(in: reader.bytes.name)
            }
        }
        return tracks
    }
}
