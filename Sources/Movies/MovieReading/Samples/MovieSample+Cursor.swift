// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes

extension MovieSample {
    /// Walks the samples of one track in the order of decoding: those of the sample tables, then those of
    /// the fragments. It takes no memory but that of the one fragment it is in.
    ///
    /// A copy walks on by itself. A cursor is used by one thread at a time.
    public struct Cursor: Sendable {
        private let reader: MovieReader
        private let track: MovieTrack
        private var tables: SampleTableCursor?
        private var fragment: TrackFragmentCursor?
        private var clock = SampleClock()
        /// How many of the movie's fragments are read.
        private let fragmentLimit: Int
        /// Track fragments of the track that were read.
        private var trackFragmentCount = 0
        private let sampleLimit: Int64
        private var yieldedCount: Int64 = 0
        private var isFinished = false
        /// Whether the samples ended where the file does, before one that the movie places there.
        private(set) var isCutShort = false

        /// The samples that a track has in the tables of the movie box, and in the first so many fragments.
        init(of track: MovieTrack, in reader: MovieReader, fragmentLimit: Int) {
            self.reader = reader
            self.track = track
            tables = SampleTableCursor(track.sampleTable)
            self.fragmentLimit = fragmentLimit
            sampleLimit = reader.sampleLimit
        }

        /// The samples of a track in one fragment.
        init(of track: MovieTrack, in fragment: TrackFragmentCursor, of reader: MovieReader) {
            self.reader = reader
            self.track = track
            self.fragment = fragment
            fragmentLimit = 0
            sampleLimit = reader.sampleLimit
        }

        /// The next sample; `nil` after the last one, and after an error.
        ///
        /// Where a movie was cut short, the samples end with the last one that is whole, and
        /// ``MovieReader/tornTail`` says where that was.
        ///
        /// - Throws: `.mediaDamaged` naming the box that contradicts another or the
        ///   file; `.mediaUnreadable` when the samples lie in another file;
        ///   `.systemFailed`.
        public mutating func next() throws(FacecapError) -> MovieSample? {
            guard !isFinished else { return nil }
            isFinished = true
            var sample = try nextOfTables()
            let isInTables = sample != nil
            if sample == nil { sample = try nextOfFragments() }
            guard let sample else { return nil }
            guard isInFile(sample) else {
                isCutShort = reader.tornTail != nil
                if isCutShort { return nil }
                throw damage(
                    isInTables ? .stbl : .trun,
                    "places sample \(yieldedCount + 1) beyond the end of the file")
            }
            return try checked(sample)
        }

        private mutating func nextOfTables() throws(FacecapError) -> MovieSample? {
            do throws(BoxDamage) {
                if let sample = try tables?.next() { return sample }
            } catch {
                throw damage(error.box, error.what)
            }
            if let tables { clock = tables.clock }
            tables = nil
            return nil
        }

        private mutating func nextOfFragments() throws(FacecapError) -> MovieSample? {
            while true {
                do throws(BoxDamage) {
                    if let sample = try fragment?.next() { return sample }
                } catch {
                    throw damage(error.box, error.what)
                }
                if let fragment { clock = fragment.clock }
                fragment = nil
                let next = try reader.trackFragments(
                    of: track.id, after: trackFragmentCount, inFragments: fragmentLimit)
                guard !next.isEmpty else { return nil }
                trackFragmentCount += next.count
                fragment = TrackFragmentCursor(next, clock: clock)
            }
        }

        private func isInFile(_ sample: MovieSample) -> Bool {
            reader.bytes.contains(offset: sample.offset, count: Int64(sample.byteCount))
        }

        private mutating func checked(_ sample: MovieSample) throws(FacecapError) -> MovieSample {
            guard yieldedCount < sampleLimit else {
                throw damage(.trak, "describes more samples than the file has bytes")
            }
            let index = sample.descriptionIndex
            guard track.isSelfContained.indices.contains(index) else {
                throw damage(.stsd, "has no entry \(index + 1), which a sample asks for")
            }
            guard track.isSelfContained[index] else { throw .samplesElsewhere(reader.bytes.name) }
            yieldedCount += 1
            isFinished = false
            return sample
        }

        private func damage(_ box: FourCharacterCode, _ what: String) -> FacecapError {
            BoxDamage(box, what, trackID: track.id).error(in: reader.bytes.name)
        }
    }
}

extension MovieReader {
    /// Throws where samples of a track lie in another file, which is not opened.
    package func checkIsSelfContained(_ track: MovieTrack) throws(FacecapError) {
        if track.isSelfContained.contains(false) { throw .samplesElsewhere(bytes.name) }
    }
}
