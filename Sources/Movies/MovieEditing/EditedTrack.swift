// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting

/// A track of the movie to be written.
enum EditedTrack: Sendable {
    /// One of the source with its own tables, all as it is but where its chunks lie.
    case kept(MovieTrack, MediaLayout)
    /// One of the source whose tables are new.
    case rebuilt(RebuiltTrack)
    /// A new one.
    case added(MovieTrackHeader, SampleTable)

    /// The track's number.
    var id: UInt32 {
        switch self {
        case .kept(let track, _): track.id
        case .rebuilt(let rebuilt): rebuilt.track.id
        case .added(let header, _): header.id
        }
    }

    /// The new tables of one of the source.
    var rebuilt: RebuiltTrack? { if case .rebuilt(let rebuilt) = self { rebuilt } else { nil } }

    /// The track of the source, unless this one is new.
    var source: MovieTrack? {
        switch self {
        case .kept(let track, _): track
        case .rebuilt(let rebuilt): rebuilt.track
        case .added: nil
        }
    }
}
