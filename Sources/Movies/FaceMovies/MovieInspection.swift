// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes
package import MovieReading

/// What can be told of a movie and its faces, for people and programs.
package struct MovieInspection: Sendable {
    /// What is told of a track.
    package struct Track: Sendable {
        /// What the movie box says of it.
        package let header: MovieTrack
        /// What its samples add up to.
        package let samples: TrackStatistics
        /// Samples a second of audio, where the sample entry tells.
        package let sampleRate: Double?
        /// Channels of audio, where the sample entry tells.
        package let channelCount: Int?
    }

    /// The movie.
    package let movie: MovieReader
    /// Its tracks in the order of the file.
    package let tracks: [Track]
    /// Its face tracks.
    package let faces: [FaceStatistics]
    /// The texts in its timed metadata that are no gaps; with those, the first ten thousand.
    package let markers: [MarkerReader.Marker]
    /// Stretches in which the source gave no frames.
    package let gaps: [RecordingGap]
    /// The first damage in their tracks, which ends one early.
    package let markerDamage: FacecapError?

    /// The other values in its timed metadata, the first ten thousand, in the order in which they begin.
    package let timedMetadata: [TimedMetadataGroup]
    /// The first damage in their tracks, which ends one early.
    package let timedMetadataDamage: FacecapError?

    private static let limit = 10_000

    /// Reads a movie from its beginning to its end; what is damaged in it is told, and does not stop it.
    package init(_ movie: MovieReader) {
        self.movie = movie
        tracks = movie.tracks.map { track in
            let audio =
                track.kind == .audio
                ? track.sampleEntries.first.flatMap(AudioEntry.init(sampleEntry:)) : nil
            return Track(
                header: track, samples: TrackStatistics(of: track, in: movie),
                sampleRate: audio?.sampleRate, channelCount: audio?.channelCount)
        }
        var bytes = MetadataSampleReader(of: movie)
        faces = FaceTrackReader.tracks(of: movie).map {
            FaceStatistics(FaceTrackReader(movie, track: $0), &bytes)
        }
        var reader = MarkerReader(movie)
        let (markers, damage) = Self.collect { () throws(FacecapError) in try reader.next() }
        gaps = markers.compactMap(RecordingGap.init)
        self.markers = markers.filter { RecordingGap($0) == nil }
        markerDamage = damage
        var metadata = TimedMetadataReader(movie)
        (timedMetadata, timedMetadataDamage) = Self.collect { () throws(FacecapError) in
            try metadata.next()
        }
    }

    /// What a reader gives of all tracks, up to a limit, and its first error, after which it goes on with other tracks.
    private static func collect<Element>(
        _ next: () throws(FacecapError) -> Element?
    ) -> (elements: [Element], damage: FacecapError?) {
        var elements: [Element] = []
        var damage: FacecapError?
        while elements.count < limit {
            do throws(FacecapError) {
                guard let element = try next() else { break }
                elements.append(element)
            } catch {
                damage = damage ?? error
            }
        }
        return (elements, damage)
    }

    /// Whether it is a movie of QuickTime rather than of ISO.
    package var isQuickTime: Bool { movie.isQuickTime }

    /// How long the movie is, in seconds: the longest track where the file does not say.
    package var seconds: Double? {
        if let duration = movie.duration, duration.value > 0 { return duration.seconds }
        return tracks.compactMap(\.samples.end?.seconds).max()
    }
}
