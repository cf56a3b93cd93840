// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import SystemSupport
internal import TimedMetadata

/// Joins movies, one after the other, without encoding anything: frames, audio, faces and other timed metadata.
///
/// Parts of one recording keep the ids of their faces; those of others, and of copies by `analyze` and `merge`, are
/// made greater, so that none is shared. Where the parts of a recording follow each other their times are those of the
/// recording. Memory holds the tables of the new movie, and one part at a time.
///
/// Used by one thread at a time.
package struct MovieJoiner {
    /// What was written.
    package struct Summary: Sendable, Hashable {
        /// What the new movie holds.
        package let movie: MovieEditSummary
        /// Whether ids of faces were made greater.
        package let changesFaceIDs: Bool
        /// The names of tracks that no movie is joined of.
        package let leftOut: [String]
    }

    private let paths: [String]
    private let shifts: [FaceSampleNumbers.Greatest]
    private let recordings: [RecordingPart?]
    private let leftOut: [String]

    /// Looks at all movies, in the order in which they are joined.
    ///
    /// - Throws: what `MovieReader` throws; `.invalidArgument` where two of them cannot be joined, in words that
    ///   name both and what differs; `.mediaUnreadable` for one that is not finished or is empty.
    package init(_ paths: [String]) throws(FacecapError) {
        var recordings: [RecordingPart?] = []
        var numberings: [String?] = []
        var leftOut: [String] = []
        var known: [JoinedPart] = []
        for path in paths {
            let part = try JoinedPart(path: path)
            // These have all tracks of audio that those before have.
            for other in known { try part.check(against: other) }
            let hasNewAudio = part.tracks.contains { new in
                new.role.kind == .audio && !known.contains { $0.track(new.role) != nil }
            }
            if known.isEmpty || hasNewAudio { known.append(part) }
            recordings.append(part.recording)
            numberings.append(part.isAnalyzedCopy ? nil : part.recording?.recordingID)
            leftOut += part.leftOut.map { "\($0) of \(path)" }
        }
        self.paths = paths
        self.recordings = recordings
        self.leftOut = leftOut
        shifts = try Self.shifts(of: paths, numberings)
    }

    /// What is added to the ids and numbers of each movie.
    ///
    /// - Parameter numberings: the recording that numbers the faces and frames of each movie; `nil` for the movie
    ///   itself.
    private static func shifts(
        of paths: [String], _ numberings: [String?]
    ) throws(FacecapError) -> [FaceSampleNumbers.Greatest] {
        let none = FaceSampleNumbers.Greatest()
        let names = numberings.enumerated().map { $1 ?? " \($0)" }
        guard Set(names).count > 1 else { return paths.map { _ in none } }
        var greatest: [String: FaceSampleNumbers.Greatest] = [:]
        for (path, name) in zip(paths, names) {
            try find(&greatest[name, default: none], in: path)
        }
        var (next, shifts) = (none, [String: FaceSampleNumbers.Greatest]())
        for (path, name) in zip(paths, names) where shifts[name] == nil {
            shifts[name] = next
            let own = greatest[name] ?? none
            let ids = next.faceID.addingReportingOverflow(own.faceID)
            let frames = next.frame.addingReportingOverflow(own.frame)
            let after = frames.partialValue.addingReportingOverflow(1)
            guard !ids.overflow, !frames.overflow, !after.overflow else {
                throw FacecapError(
                    .mediaUnreadable,
                    "The numbers of faces or frames in \(path) are too large to be joined to others."
                )
            }
            (next.faceID, next.frame) = (ids.partialValue, after.partialValue)
        }
        return names.map { shifts[$0] ?? none }
    }

    private static func find(
        _ greatest: inout FaceSampleNumbers.Greatest, in path: String
    ) throws(FacecapError) {
        let reader = try MovieReader(path: path)
        var samples = MetadataSampleReader(of: reader)
        for track in reader.tracks where track.isBoxedMetadata {
            let numbers = track.sampleEntries.map { FaceSampleNumbers(sampleEntry: $0) }
            guard numbers.contains(where: { $0 != nil }) else { continue }
            var cursor = reader.samples(of: track)
            while let sample = try cursor.next() {
                let bytes = try samples.readBytes(of: sample, in: track)
                numbers[sample.descriptionIndex]?.find(&greatest, in: bytes)
            }
        }
    }

    /// The first movie that is an earlier part of a recording than the one that it is joined to, and that one.
    package var misplaced: (path: String, before: String)? {
        for index in paths.indices.dropFirst() {
            guard let part = recordings[index], let before = recordings[index - 1],
                part.recordingID == before.recordingID,
                part.numbers.upperBound < before.numbers.lowerBound
            else { continue }
            return (paths[index], paths[index - 1])
        }
        return nil
    }

    /// Writes the joined movie to a new file, which takes its name once it is whole and safe.
    ///
    /// - Parameters:
    ///   - path: none of the movies that are joined; `.mov` where those are QuickTime movies.
    ///   - overwriting: whether a file with that name may be replaced.
    ///   - isFastStart: whether the description stands in front, so that players can begin before all is there.
    /// - Throws: `.invalidArgument`, `.outputFailed`, `.permissionDenied`, `.storageFull`, and what reading throws.
    package func write(
        to path: String, overwriting: Bool = false, isFastStart: Bool = false
    ) throws(FacecapError) -> Summary {
        if paths.contains(where: { Files.areSame($0, path) }) {
            throw FacecapError(
                .invalidArgument,
                "\(path) is one of the movies to join, which is not written over; name another file."
            )
        }
        let file =
            if isFastStart {
                try AtomicFile(besides: path)
            } else {
                try AtomicFile(creating: path, overwriting: overwriting)
            }
        var joined = JoinedMovie(file: file, fileType: MovieFileType(path: path) ?? .mp4)
        for (index, path) in paths.enumerated() {
            let part = try JoinedPart(path: path)
            let before = index > 0 ? recordings[index - 1] : nil
            try joined.append(part, after: before, adding: shifts[index])
        }
        var summary = try joined.finish(as: wholeRecording)
        if isFastStart {
            let editor = MovieEditor(try MovieReader(WrittenMovieBytes(file)))
            summary = try editor.write(to: path, overwriting: overwriting, isFastStart: true)
        } else {
            try file.publish()
        }
        return Summary(
            movie: summary, changesFaceIDs: shifts.contains { $0.faceID > 0 }, leftOut: leftOut)
    }

    /// What the new movie is, where all of it is of one recording.
    private var wholeRecording: RecordingPart? {
        let known = recordings.compactMap(\.self)
        guard let first = known.first, known.count == recordings.count,
            known.allSatisfy({ $0.recordingID == first.recordingID }),
            let last = known.map(\.numbers.upperBound).max(),
            let least = known.map(\.numbers.lowerBound).min()
        else { return nil }
        let isGapless = zip(known, known.dropFirst()).allSatisfy { $1.follows($0) }
        return RecordingPart(
            recordingID: first.recordingID, numbers: least...last,
            start: isGapless ? first.start : nil)
    }
}
