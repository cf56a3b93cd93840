// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes
internal import MovieReading
internal import MovieWriting
internal import SystemSupport
internal import TimedMetadata

/// Which track of a movie goes on in which track of the next one.
struct JoinedRole: Hashable, Sendable {
    let kind: MovieTrack.Kind
    /// Of metadata, the track's name.
    let name: String
    /// Whether its samples can hold faces.
    let hasFaces: Bool
    /// Of metadata, which of the video tracks it describes, from 0.
    let video: Int
    /// Which of the tracks that are equal in all of that, from 0.
    var index = 0

    /// The role of the first such track in a movie with these video tracks.
    init(of track: MovieTrack, beside videos: [MovieTrack]) {
        let described = Set(track.references["cdsc"] ?? [])
        let isMetadata = track.kind == .metadata
        kind = track.kind
        name = isMetadata ? track.handlerName ?? "" : ""
        hasFaces = track.hasFaces
        video = isMetadata ? videos.firstIndex { described.contains($0.id) } ?? 0 : 0
    }
}

/// A movie that is to be a part of another one.
struct JoinedPart {
    let path: String
    let reader: MovieReader
    /// What it is a part of, where it says so.
    let recording: RecordingPart?
    /// Whether it is a copy by `analyze` or `merge`, which count faces and frames from 1 again.
    let isAnalyzedCopy: Bool
    let tracks: [(role: JoinedRole, track: MovieTrack)]
    private let tracksByRole: [JoinedRole: MovieTrack]
    /// The kinds of tracks that no movie is joined of.
    let leftOut: [String]

    /// Opens a movie; throws where it is no whole one.
    init(path: String) throws(FacecapError) {
        self.path = path
        reader = try MovieReader(path: path)
        guard try reader.isPlain() else {
            throw FacecapError(
                .mediaUnreadable,
                "\(path) is not finished, in fragments or without its end: run `facecap recover \(path.shellWord)` first."
            )
        }
        recording = RecordingPart(reader.metadata)
        isAnalyzedCopy = reader.metadata.contains { $0.key == RecordingPart.copySourceKey }
        var known: [MovieTrack] = []
        var leftOut: [String] = []
        for track in reader.tracks {
            guard track.kind == .video || track.kind == .audio || track.isBoxedMetadata else {
                leftOut.append(track.handlerName ?? track.handler.description)
                continue
            }
            var cursor = reader.samples(of: track)
            guard try cursor.next() != nil else { continue }
            try reader.checkIsSelfContained(track)
            try MovieCopyPlan.checkCanMove(track, in: reader)
            known.append(track)
        }
        guard !known.isEmpty else {
            throw FacecapError(
                .mediaUnreadable, "\(path) has no frames, audio or metadata: leave it out.")
        }
        tracks = Self.roles(of: known)
        tracksByRole = Dictionary(uniqueKeysWithValues: tracks.map { ($0.role, $0.track) })
        self.leftOut = leftOut
    }

    private static func roles(
        of tracks: [MovieTrack]
    ) -> [(role: JoinedRole, track: MovieTrack)] {
        let videos = tracks.filter { $0.kind == .video }
        var counts: [JoinedRole: Int] = [:]
        return tracks.map { track in
            var role = JoinedRole(of: track, beside: videos)
            let index = counts[role, default: 0]
            counts[role] = index + 1
            role.index = index
            return (role, track)
        }
    }

    /// The track with the times that count: that of frames, else the first.
    var master: (role: JoinedRole, track: MovieTrack) {
        tracks.first { $0.role.kind == .video } ?? tracks[0]
    }

    func track(_ role: JoinedRole) -> MovieTrack? { tracksByRole[role] }

    /// Throws where it cannot follow, or be followed by, another part.
    func check(against other: JoinedPart) throws(FacecapError) {
        func failure(_ what: String, _ remedy: String) -> FacecapError {
            FacecapError(
                .invalidArgument, "\(path) cannot be joined to \(other.path): \(what); \(remedy).")
        }
        guard reader.isQuickTime == other.reader.isQuickTime else {
            throw failure("one is a QuickTime movie, the other is not", "name movies of one kind")
        }
        for (role, track) in other.tracks where role.kind != .metadata {
            guard let own = self.track(role) else {
                if role.kind == .audio { continue }
                throw failure("it has no frames", "join movies with frames, or without")
            }
            guard !own.hasSameConfiguration(as: track) else { continue }
            let kind = role.kind == .video ? "frames" : "audio"
            let (new, old) = (own.description(in: reader), track.description(in: other.reader))
            let what =
                new == old
                ? "their \(kind) are \(new) of different encoder settings"
                : "its \(kind) are \(new), there they are \(old)"
            throw failure(what, "record or encode it in the same way as the other")
        }
        for (role, _) in tracks where role.kind == .video && other.track(role) == nil {
            throw failure(
                "it has frames, the other has none", "join movies with frames, or without")
        }
    }
}

extension MovieTrack {
    fileprivate func description(in reader: MovieReader) -> String {
        guard kind == .audio, let entry = sampleEntries.first.flatMap(AudioEntry.init(sampleEntry:))
        else { return summary }
        let channels = entry.channelCount.map { $0.counted("channel") }
        let rate = entry.sampleRate.flatMap { Int(exactly: $0.rounded()) }.map { "\($0) Hz" }
        return [summary, channels, rate].compactMap(\.self).joined(separator: ", ")
    }
}
