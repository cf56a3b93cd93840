// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import MovieBoxes
package import MovieReading
internal import MovieWriting
internal import SystemSupport
internal import TimedMetadata

/// Writes a movie again with fewer tracks, or with faces beside them, without encoding anything.
///
/// Of tracks that are kept every byte stays as it is, but for where their samples lie; samples keep
/// their order in the file. A movie of fragments becomes a plain one, of which the fragments that are
/// whole are kept; of one without its end all samples that are there are. Memory holds the movie's tables, never its media.
///
/// Used by one thread at a time; ``write(to:overwriting:isFastStart:)`` blocks it while it copies.
package struct MovieEditor: Sendable {
    /// The movie that is edited.
    package let reader: MovieReader
    /// Tracks of the movie that are kept.
    package private(set) var tracks: [MovieTrack]
    /// When the movie begins, in the times of what is added to it.
    package var start = MediaTime.zero

    private var additions: [MetadataTrackAddition] = []
    private var description = DescriptionChange()

    /// Opens the movie at `path`, which stays as it is until something is written to the same path.
    ///
    /// - Throws: what `MovieReader` throws: `.sourceNotFound`,
    ///   `.permissionDenied`, `.mediaUnreadable`,
    ///   `.mediaDamaged`, `.systemFailed`.
    package init(path: String) throws(FacecapError) {
        self.init(try MovieReader(path: path))
    }

    /// Edits a movie that is open.
    package init(_ reader: MovieReader) {
        self.reader = reader
        tracks = reader.tracks
    }

    /// Leaves out the tracks that a condition holds for; returns how many there were.
    @discardableResult
    package mutating func removeTracks(where isUnwanted: (MovieTrack) -> Bool) -> Int {
        let count = tracks.count
        tracks.removeAll(where: isUnwanted)
        return count - tracks.count
    }

    /// Leaves out what the movie and its tracks say of themselves: title, place, device, texts of any
    /// kind, when they were recorded and changed, tracks of time code, which cameras set to the time of day, and the
    /// titles of chapters.
    package mutating func removeDescription() {
        description.isKept = false
        let chapters = Set(tracks.flatMap { $0.references["chap"] ?? [] })
        removeTracks {
            $0.handler == "tmcd"
                || chapters.contains($0.id) && $0.kind != .video && $0.kind != .audio
        }
    }

    /// Puts items in the place of those that the movie has under some keys.
    package mutating func replaceMetadata(
        of keys: Set<String>, with items: [MovieMetadataItem]
    ) {
        description.metadata = MetadataChange(keys: keys, items: items)
    }

    /// Adds a face track that describes a video track, in the place of those that the movie has.
    ///
    /// It begins with the movie, with a sample that says nothing where its own first one is later, and
    /// ends with the video; samples beyond that are left out. Its times count as ``start`` does.
    ///
    /// - Parameter videoTrackID: the video track; `nil`, and one that the movie does not have, for its first one.
    /// - Throws: `.mediaUnreadable` when the movie has no video track, `.invalidArgument` when the
    ///   samples make no track: a time scale below 1, moments that do not ascend from 0 on, a sample
    ///   entry that is none.
    package mutating func addFaceTrack(
        _ addition: FaceTrackAddition, describing videoTrackID: UInt32? = nil
    ) throws(FacecapError) {
        var track = MetadataTrackAddition(addition).since(start)
        track.describedTrackID = videoTrackID
        try check(track)
        removeTracks(where: \.hasFaces)
        additions = [track]
    }

    /// Takes over from another movie what it says beside its frames and its audio: its tracks of boxed
    /// metadata, such as faces and markers, at the times at which they are shown, and the title, place, date of
    /// creation and everything else that describes the movie as a whole, in the place of what this one says there.
    ///
    /// Memory holds the samples of those tracks.
    ///
    /// - Throws: `.mediaUnreadable` when this movie has no video track,
    ///   `.mediaDamaged` or `.systemFailed` when the other movie's
    ///   samples cannot be read.
    package mutating func takeMetadata(of other: MovieReader) throws(FacecapError) {
        try takeTracks(of: other) { _ in true }
        description.describer = other
    }

    /// Takes over from the movie whose frames and audio these are which language they have, where that is one of each kind.
    package mutating func takeLanguages(of other: MovieReader) {
        for track in tracks where track.kind == .video || track.kind == .audio {
            let known = Set(other.tracks.filter { $0.kind == track.kind }.map(\.language))
            if known.count == 1, let language = known.first {
                description.languages[track.id] = language
            }
        }
    }

    /// Takes over tracks of boxed metadata from another movie, and nothing else.
    ///
    /// - Throws: what ``takeMetadata(of:)`` throws.
    package mutating func takeTracks(
        of other: MovieReader, where isWanted: (MovieTrack) -> Bool
    ) throws(FacecapError) {
        var bytes = MetadataSampleReader(of: other)
        for track in other.tracks where track.isBoxedMetadata && isWanted(track) {
            let copy = try MetadataTrackAddition(copying: track, of: other, &bytes).since(start)
            try check(copy)
            additions.append(copy)
        }
    }

    /// When the frames of a video track are shown in what is written, in their order; `nil` where they stay as they are
    /// since the movie is a plain one.
    ///
    /// - Parameter videoTrackID: as in ``addFaceTrack(_:describing:)``.
    package func rebuiltFrameTimes(of videoTrackID: UInt32?) throws(FacecapError) -> [MediaTime]? {
        guard reader.isFragmented else { return nil }
        let videos = tracks.filter { $0.kind == .video }
        guard let video = videos.first(where: { $0.id == videoTrackID }) ?? videos.first else {
            return nil
        }
        var times: [MediaTime] = []
        var samples = try WholeFragments(of: reader).samples(of: video)
        while let sample = try samples.next() {
            let time = video.presentationTime(ofMediaTime: sample.presentationMediaTime)
            if let time { times.append(time) }
        }
        return times.sorted()
    }

    private func check(_ addition: MetadataTrackAddition) throws(FacecapError) {
        guard tracks.contains(where: { $0.kind == .video }) else {
            throw .noVideoTrack(in: reader)
        }
        try AddedMetadataTrack.check(addition)
    }

    /// Writes the movie to a file, which takes its name once it is whole and safe; the source itself may
    /// be named.
    ///
    /// - Parameters:
    ///   - path: `.mp4` and `.mov` say so in the file's head too.
    ///   - overwriting: whether a file with that name may be replaced.
    ///   - isFastStart: whether the description stands in front, so that players can begin before all
    ///     is there.
    /// - Throws: `.invalidArgument` when no track is left,
    ///   `.mediaDamaged` and `.mediaUnreadable` for what the
    ///   source cannot give, such as samples in other files, `.outputFailed`,
    ///   `.permissionDenied`, `.storageFull`,
    ///   `.systemFailed`.
    @discardableResult
    package func write(
        to path: String, overwriting: Bool = false, isFastStart: Bool = false
    ) throws(FacecapError) -> MovieEditSummary {
        let file = try AtomicFile(creating: path, overwriting: overwriting)
        let plan = MovieCopyPlan(
            reader: reader, tracks: tracks, additions: additions, description: description)
        let copy = try plan.copy(
            head: MovieHead.bytes(of: reader, path: path), isFastStart: isFastStart)
        let size = try copy.write(to: file)
        try file.publish()
        return MovieEditSummary(
            duration: copy.movie.duration, byteCount: size, trackCount: copy.movie.tracks.count,
            removedTrackCount: reader.tracks.count - copy.movie.tracks.count { $0.source != nil })
    }
}

extension FacecapError {
    /// There is nothing beside which metadata could be recorded.
    static func noVideoTrack(in movie: MovieReader) -> FacecapError {
        FacecapError(
            .mediaUnreadable,
            "\(movie.name) has no video track that faces could be added to; use a video.")
    }
}
