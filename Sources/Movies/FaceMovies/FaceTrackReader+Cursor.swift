// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieReading
internal import TimedMetadata

extension FaceTrackReader {
    /// Walks the frames of a face track in the order of the file, and takes no memory for those behind it
    /// but for the ids of their faces, of which it remembers a million.
    ///
    /// A copy walks on by itself. A cursor is used by one thread at a time.
    public struct Cursor: Sendable {
        private let reader: FaceTrackReader
        /// For each sample entry; `nil` where it holds no faces.
        private let decoders: [FaceSampleDecoder?]
        private var samples: MovieSample.Cursor
        /// What was read of the movie's metadata.
        private(set) var bytes: MetadataSampleReader
        private var images: FrameOrder?
        /// What ``FaceTrackReader/delay`` is.
        let delay: MediaTime
        private var frameCount = 0
        /// Frames so far whose samples make no sense.
        private(set) var unreadableCount = 0
        /// Faces so far that are wrong, at least: see ``FaceTrackReader/Frame/wrongFaceCount``.
        private(set) var wrongFaceCount = 0
        private var knownIDs: Set<Int> = []
        /// The faces of the frame before, those out of sight included.
        private var lastIDs: [Int] = []
        /// What was met behind a gap.
        private var ahead: Result<Element?, FacecapError>?
        private var hasFailed = false

        private static let knownLimit = 1 << 20

        /// - Parameters:
        ///   - bytes: what reads the samples; `nil` for one of its own.
        ///   - countsFrames: whether it says of which frame of the video faces are, for which it walks that track too.
        init(
            _ reader: FaceTrackReader, _ bytes: MetadataSampleReader? = nil,
            countsFrames: Bool = true
        ) {
            self.reader = reader
            decoders = reader.track.sampleEntries.map { FaceSampleDecoder(sampleEntry: $0) }
            samples = reader.movie.samples(of: reader.track)
            self.bytes = bytes ?? MetadataSampleReader(of: reader.movie)
            images =
                countsFrames ? reader.video.map { FrameOrder(of: $0, in: reader.movie) } : nil
            delay = countsFrames ? reader.delay : .zero
        }

        /// The next frame or gap; `nil` after the last one, and after an error.
        ///
        /// A frame whose beginning an edit hides is left out, and of a gap what it hides.
        ///
        /// - Throws: `.mediaDamaged` naming the box that is wrong,
        ///   `.mediaUnreadable`, or `.systemFailed`.
        public mutating func next() throws(FacecapError) -> Element? {
            let element = try (ahead.take() ?? readNext()).get()
            guard case .gap(let start, var duration) = element else { return element }
            var following = readNext()
            while case .success(.gap(start.advanced(by: duration), let more)) = following {
                duration = duration.advanced(by: more)
                following = readNext()
            }
            ahead = following
            return .gap(start: start, duration: duration)
        }

        private mutating func readNext() -> Result<Element?, FacecapError> {
            guard !hasFailed else { return .success(nil) }
            do throws(FacecapError) { return .success(try nextSample()) } catch {
                hasFailed = true
                return .failure(error)
            }
        }

        /// The next frame, or sample that says nothing.
        private mutating func nextSample() throws(FacecapError) -> Element? {
            while let sample = try samples.next() {
                guard let shown = reader.track.presentedStretch(of: sample),
                    let decoder = decoders[sample.descriptionIndex]
                else { continue }
                let faces = decoder.decode(try bytes.readBytes(of: sample, in: reader.track))
                if case .gap = faces { return .gap(start: shown.start, duration: shown.duration) }
                guard !shown.hidesBeginning else { continue }
                return frame(
                    faces, at: shown.start,
                    for: MediaTime(value: sample.duration, timescale: shown.start.timescale))
            }
            return nil
        }

        /// The faces of the next frame; `nil` after the last one, and after an error. Gaps are passed over.
        ///
        /// - Throws: what ``next()`` throws.
        public mutating func nextObservation() throws(FacecapError) -> FaceObservation? {
            while let element = try next() {
                if case .frame(let frame) = element { return frame.observation }
            }
            return nil
        }

        /// What users should know of the samples so far that make no sense; `nil` where all of them do.
        package var warning: FacecapError? {
            var parts: [String] = []
            if unreadableCount > 0 { parts.append(unreadableCount.counted("unreadable frame")) }
            if wrongFaceCount > 0 { parts.append(wrongFaceCount.counted("damaged face")) }
            guard !parts.isEmpty else { return nil }
            return FacecapError(
                .mediaDamaged,
                "\(reader.movie.name): its face track has \(parts.joined(separator: " and ")); find"
                    + " the faces of the original video again.")
        }

        /// - Parameter sample: `nil` of one that cannot be read.
        private mutating func frame(
            _ sample: FaceSample?, at time: MediaTime, for duration: MediaTime
        ) -> Element {
            let index = images?.index(at: time.since(delay)) ?? frameCount
            frameCount += 1
            guard let told = sample?.frame else {
                return unreadable(index, at: time, for: duration)
            }
            let faces = Self.inOrder(told.faces)
            let ids = faces.map(\.faceID)
            let present = Set(ids)
            // Of a face that never was in sight in this movie nothing is told.
            let waiting = told.hiddenFaceIDs.filter {
                !present.contains($0) && knownIDs.contains($0)
            }
            let followed = present.union(waiting)
            let lost = lastIDs.filter { !followed.contains($0) }
            lastIDs = (ids + waiting).sorted()
            var observation = FaceObservation(
                frame: FrameID(told.number ?? index), presentationTime: time,
                captureNanoseconds: time.nanoseconds, orientation: reader.orientation,
                outcome: told.outcome, scan: told.scan, isCut: told.isCut, faces: faces,
                foundFaceIDs: ids.filter { isNew($0) }, lostFaceIDs: lost)
            observation.hiddenFaceIDs = waiting
            observation.renamedFaceIDs = told.renamedFaceIDs
            observation.codes = told.codes
            observation.searchLimits = told.searchLimits
            observation.duration = duration
            let wrongFaceCount =
                told.unreadableFaceCount + told.faces.count - faces.count
                + (present.contains(0) ? 1 : 0)
            self.wrongFaceCount += wrongFaceCount
            return .frame(
                Frame(
                    observation: observation, duration: duration, frameIndex: index,
                    isReadable: true, wrongFaceCount: wrongFaceCount))
        }

        /// A frame whose sample cannot be read, which does not say that a face went.
        private mutating func unreadable(
            _ index: Int, at time: MediaTime, for duration: MediaTime
        ) -> Element {
            unreadableCount += 1
            var observation = FaceObservation(
                frame: FrameID(index), presentationTime: time,
                captureNanoseconds: time.nanoseconds, orientation: reader.orientation,
                outcome: .skipped(.unknown))
            observation.duration = duration
            return .frame(
                Frame(
                    observation: observation, duration: duration, frameIndex: index,
                    isReadable: false, wrongFaceCount: 0))
        }

        private mutating func isNew(_ id: Int) -> Bool {
            knownIDs.count < Self.knownLimit && knownIDs.insert(id).inserted
        }

        /// Ascending by id, each id once.
        private static func inOrder(_ faces: [MetadataFaceObject]) -> [MetadataFaceObject] {
            var ids: Set<Int> = []
            return faces.filter { ids.insert($0.faceID).inserted }.sorted { $0.faceID < $1.faceID }
        }
    }
}
