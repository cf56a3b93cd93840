// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import SystemSupport

/// Makes plain movies of recordings that broke off.
///
/// A recording is a movie of fragments until it is finished; all fragments that are whole are kept,
/// and what follows them is dropped. It does not matter where the recorder was stopped, in a fragment
/// or while it finished the movie, nor whether a recovery itself was.
public enum MovieRecovery {
    /// Recovers the recording at `path`, or finds that it is finished, and then leaves every byte as it
    /// is. Blocks its thread.
    ///
    /// Faces and markers are made to end with the frames: beyond what was recorded of them nothing
    /// is known.
    ///
    /// Recordings of facecap are changed in place, at any moment on the way into something that can be
    /// recovered again; of other programs' movies in fragments or without their end a plain copy takes the place. No
    /// program may be writing to the file.
    ///
    /// - Parameters:
    ///   - path: the recording.
    ///   - output: a new file for the movie, when the recording is to stay as it is.
    ///   - overwriting: whether a file at `output` may be replaced.
    /// - Throws: `.mediaDamaged` where nothing can be recovered, or a program changed the file meanwhile, and the
    ///   file stays as it is; `.mediaUnreadable` for what is no movie;
    ///   `.sourceNotFound`, `.permissionDenied`,
    ///   `.outputFailed`, `.storageFull`,
    ///   `.systemFailed`.
    public static func recover(
        path: String, output: String? = nil, overwriting: Bool = false
    ) throws(FacecapError) -> Report {
        let file = try RecordedFile(path: path)
        guard let output else { return try replace(file, at: path) }
        return try copy(file, of: path, to: output, overwriting: overwriting)
    }

    /// Recovers the recording at `path`, of which `file` was read, in its place.
    static func replace(_ file: RecordedFile, at path: String) throws(FacecapError) -> Report {
        switch file.state {
        case .finished: return try report(on: file)
        case .hybrid:
            try FileUse.checkNoWriter(of: path)
            let storage = try AtomicFile(changing: path)
            // Its recorder may have finished it since it was read.
            return try recover(WrittenMovieBytes(storage), in: storage)
        case .foreign: return try copy(file, of: path, to: path, overwriting: true)
        }
    }

    /// Recovers a recording in place.
    static func recover(
        _ bytes: any MovieBytes, in storage: any MovieStorage
    ) throws(FacecapError) -> Report {
        let file = try RecordedFile(bytes)
        switch file.state {
        case .finished: return try report(on: file)
        case .hybrid(let headSize): return try finish(file, headSize: headSize, storage)
        case .foreign:
            throw FacecapError(.mediaUnreadable, "\(bytes.name) cannot be changed in place.")
        }
    }

    private static func finish(
        _ file: RecordedFile, headSize: Int64, _ storage: any MovieStorage
    ) throws(FacecapError) -> Report {
        let fragments = try WholeFragments(of: file.reader)
        var rebuild = FragmentRebuild(
            fragments, layout: nil,
            gapOffset: UInt64(fragments.end + FragmentRebuild.gapOffsetInBox),
            closesMetadata: true)
        let tracks = try rebuild.tracks(file.reader.tracks)
        guard !tracks.isEmpty else { throw FacecapError.noCompleteFragment(in: file.reader) }
        let movie = EditedMovie(reader: file.reader, tracks: tracks.map(EditedTrack.rebuilt))
        let head = try MovieHead.bytes(of: file.reader, path: nil)
        guard head.count == headSize else { throw FacecapError.noCompleteFragment(in: file.reader) }
        let byteCount = try storage.finalize(
            head: head, dataEnd: fragments.end,
            appendix: rebuild.needsGap ? FragmentRebuild.gapBox : [],
            movie: movie.movieBytes(shift: 0, isLong: false))
        return report(on: movie, fragments, byteCount: byteCount)
    }

    private static func copy(
        _ file: RecordedFile, of path: String, to output: String, overwriting: Bool
    ) throws(FacecapError) -> Report {
        let reader = file.reader
        let new = try AtomicFile(creating: output, overwriting: overwriting)
        let plan = MovieCopyPlan(reader: reader, tracks: reader.tracks, closesMetadata: true)
        let copy = try plan.copy(
            head: MovieHead.bytes(of: reader, path: output), isFastStart: false)
        let byteCount = try copy.write(to: new)
        if Files.areSame(path, output) { try file.original?.check() }
        try new.publish()
        guard let fragments = copy.fragments else {
            return try report(on: file, byteCount: byteCount)
        }
        return report(on: copy.movie, fragments, byteCount: byteCount)
    }

    private static func report(
        on movie: EditedMovie, _ fragments: WholeFragments, byteCount: Int64
    ) -> Report {
        Report(
            wasFinished: false, duration: movie.duration, byteCount: byteCount,
            tracks: movie.tracks.compactMap(\.rebuilt).map { rebuilt in
                Report.Track(
                    id: rebuilt.track.id, kind: rebuilt.track.kind,
                    name: rebuilt.track.handlerName, sampleCount: rebuilt.samples.count)
            },
            fragmentCount: fragments.count, droppedByteCount: fragments.droppedByteCount)
    }

    private static func report(
        on file: RecordedFile, byteCount: Int64? = nil
    ) throws(FacecapError) -> Report {
        var tracks: [Report.Track] = []
        for track in file.reader.tracks {
            var samples = file.reader.samples(of: track)
            var count = 0
            while try samples.next() != nil { count += 1 }
            tracks.append(
                Report.Track(
                    id: track.id, kind: track.kind, name: track.handlerName, sampleCount: count))
        }
        return Report(
            wasFinished: true, duration: file.reader.duration,
            byteCount: byteCount ?? file.reader.byteCount, tracks: tracks, fragmentCount: 0,
            droppedByteCount: 0)
    }
}
