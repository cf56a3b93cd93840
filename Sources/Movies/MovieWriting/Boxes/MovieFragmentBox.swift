// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.8.4 and 8.8.6, Movie Fragment with a Track Fragment a track (`moof`, `traf`).
struct MovieFragmentBox: Equatable {
    struct Track: Equatable {
        var trackID: UInt32
        var baseMediaDecodeTime: UInt64
        var run: TrackRunBox
    }

    var sequenceNumber: UInt32
    var tracks: [Track]

    /// Writes it as `moof`, or under another name while its samples are not yet safe.
    func write(as type: FourCharacterCode = "moof", to writer: inout BoxWriter) {
        writer.box(type) { writer in
            MovieFragmentHeaderBox(sequenceNumber: sequenceNumber).write(to: &writer)
            for track in tracks {
                writer.box("traf") { writer in
                    TrackFragmentHeaderBox(
                        trackID: track.trackID, sampleFlags: TrackRunBox.syncSampleFlags
                    ).write(to: &writer)
                    TrackFragmentDecodeTimeBox(baseMediaDecodeTime: track.baseMediaDecodeTime)
                        .write(to: &writer)
                    track.run.write(to: &writer)
                }
            }
        }
    }
}
