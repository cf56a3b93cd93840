// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes

extension MovieReader {
    /// Walks the fragments of a movie that are whole, up to the first one that is not: what can be
    /// recovered of a recording that broke off.
    public struct Fragments: Sendable {
        /// Where the last whole fragment that was returned ends; before the first one, where the movie box
        /// ends. After the last fragment, what follows is lost.
        public private(set) var end: Int64
        /// Why there were no more fragments; `nil` before the end, and where the file just ends or was cut
        /// short.
        public private(set) var damage: FacecapError?

        private let reader: MovieReader
        private var nextBox = 0
        /// Where each track is among the reader's.
        private let indices: [UInt32: Int]
        /// When the next sample of each track is decoded.
        private var times: [UInt32: Int64] = [:]
        private var sampleCount: Int64 = 0

        init(of reader: MovieReader) {
            self.reader = reader
            end = reader.moovLocation.end
            if !reader.isFragmented { nextBox = reader.topLevelBoxes.count }
            indices = Dictionary(
                uniqueKeysWithValues: reader.tracks.indices.map { (reader.tracks[$0].id, $0) })
            for track in reader.tracks { times[track.id] = track.sampleTable.duration }
        }

        /// The next whole fragment; `nil` after the last one.
        ///
        /// - Throws: `.systemFailed` and whatever else is no damage of the file;
        ///   damage ends the fragments and is told by ``damage``.
        public mutating func next() throws(FacecapError) -> Fragment? {
            let boxes = reader.topLevelBoxes
            while nextBox < boxes.count, boxes[nextBox].type != .moof { nextBox += 1 }
            guard nextBox < boxes.count else { return nil }
            let moof = boxes[nextBox]
            let following = boxes[(nextBox + 1)...].prefix { $0.type != .moof }
            nextBox = boxes.count
            guard !moof.isCutShort else { return nil }
            do throws(FacecapError) {
                let description = try reader.movieFragment(at: moof)
                let tracks = try description.tracks(of: reader)
                guard let dataEnd = try dataEnd(of: tracks) else { return nil }
                let cursors = try cursors(of: tracks)
                nextBox = following.endIndex
                let mediaEnd = following.last { $0.type == .mdat && !$0.isCutShort }?.end
                // The data of a fragment may lie anywhere, also before it.
                end = max(end, moof.end, dataEnd, mediaEnd ?? 0)
                return Fragment(
                    moof: moof, end: end, sequenceNumber: description.sequenceNumber,
                    tracks: cursors.keys.compactMap { indices[$0] }.sorted()
                        .map { reader.tracks[$0] },
                    reader: reader, cursors: cursors)
            } catch {
                guard error.code == .mediaDamaged else { throw error }
                damage = error
                return nil
            }
        }

        /// Where the last of the samples ends; `nil` when the file was cut short before.
        private func dataEnd(of tracks: [TrackFragment]) throws(FacecapError) -> Int64? {
            var end: Int64 = 0
            for run in tracks.lazy.flatMap(\.runs) {
                guard run.end <= reader.bytes.byteCount else {
                    if reader.tornTail != nil { return nil }
                    throw failure(.trun, "places samples beyond the end of the file")
                }
                end = max(end, run.end)
            }
            return end
        }

        /// A cursor for each track of the movie that has samples.
        private mutating func cursors(of tracks: [TrackFragment])
            throws(FacecapError) -> [UInt32: TrackFragmentCursor]
        {
            var groups: [UInt32: (start: Int64, fragments: [TrackFragment])] = [:]
            for track in tracks {
                let start = times[track.trackID] ?? 0
                let (end, overflow) = (track.baseDecodeTime ?? start)
                    .addingReportingOverflow(track.duration)
                guard !overflow else { throw failure(.trun, "has times beyond what 64 bits hold") }
                sampleCount += track.sampleCount
                // Runs can describe the same few bytes, or none, four billion times.
                guard sampleCount <= reader.bytes.byteCount else {
                    throw failure(.trun, "describes more samples than the file has bytes")
                }
                guard indices[track.trackID] != nil else { continue }
                times[track.trackID] = end
                if track.sampleCount > 0 {
                    groups[track.trackID, default: (start, [])].fragments.append(track)
                }
            }
            return groups.mapValues { start, fragments in
                TrackFragmentCursor(fragments, clock: SampleClock(start))
            }
        }

        private func failure(_ box: FourCharacterCode, _ what: String) -> FacecapError {
            BoxDamage(box, what).error(in: reader.bytes.name)
        }
    }
}
