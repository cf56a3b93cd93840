public import FaceValues
internal import MovieBoxes
public import MovieReading

/// What can be told of a movie and its faces, for people and programs.
public struct MovieInspection: Sendable {
    /// What is told of a track.
    public struct Track: Sendable {
        /// What the movie box says of it.
        public let header: MovieTrack
        /// What its samples add up to.
        public let samples: TrackStatistics
        /// Samples a second of audio, where the sample entry tells.
        public let sampleRate: Double?
        /// Channels of audio, where the sample entry tells.
        public let channelCount: Int?
    }

    /// The movie.
    public let movie: MovieReader
    /// Its tracks in the order of the file.
    public let tracks: [Track]
    /// Its face tracks.
    public let faces: [FaceStatistics]
    /// The texts in its timed metadata that are no gaps; with those, the first ten thousand.
    public let markers: [Marker]
    /// Stretches in which the source gave no frames.
    public let gaps: [RecordingGap]
    /// What ended the markers early.
    public let markerDamage: FacecapError?

    private static let markerLimit = 10_000

    /// Reads a movie from its beginning to its end; what is damaged in it is told, and does not stop it.
    public init(_ movie: MovieReader) {
        self.movie = movie
        tracks = movie.tracks.map { track in
            let audio =
                track.kind == .audio
                ? track.sampleEntries.first.flatMap(AudioEntry.init(sampleEntry:)) : nil
            return Track(
                header: track, samples: TrackStatistics(of: track, in: movie),
                sampleRate: audio?.sampleRate, channelCount: audio?.channelCount)
        }
        faces = FaceTrackReader.tracks(of: movie).map {
            FaceStatistics(FaceTrackReader(movie, track: $0))
        }
        var reader = MarkerReader(movie)
        var markers: [Marker] = []
        var damage: FacecapError?
        do throws(FacecapError) {
            while markers.count < Self.markerLimit, let marker = try reader.next() {
                markers.append(marker)
            }
        } catch {
            damage = error
        }
        gaps = markers.compactMap(RecordingGap.init)
        self.markers = markers.filter { RecordingGap($0) == nil }
        markerDamage = damage
    }

    /// Whether it is a movie of QuickTime rather than of ISO.
    public var isQuickTime: Bool { movie.majorBrand.map { $0 == "qt  " } ?? true }

    /// How long the movie is, in seconds: the longest track where the file does not say.
    public var seconds: Double? {
        if let duration = movie.duration, duration.value > 0 { return duration.seconds }
        return tracks.compactMap(\.samples.end?.seconds).max()
    }
}
