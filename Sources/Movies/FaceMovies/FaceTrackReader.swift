// SPDX-License-Identifier: Apache-2.0
public import FaceValues
internal import MovieBoxes
public import MovieReading
internal import TimedMetadata

/// A track of faces in a movie, facecap's own or an iPhone's, and the frames that it describes.
///
/// It never changes and may be used from any thread.
public struct FaceTrackReader: Sendable {
    /// The movie.
    public let movie: MovieReader
    /// The track with the faces.
    public let track: MovieTrack
    /// The track that it describes; `nil` in a movie without frames.
    public let video: MovieTrack?
    /// How the stored frames are displayed; upright where the movie shears them.
    public let orientation: VideoOrientation

    /// The tracks of a movie that can hold faces, in the order of the file.
    public static func tracks(of movie: MovieReader) -> [MovieTrack] {
        movie.tracks.filter { track in
            track.kind == .metadata
                && track.sampleEntries.contains { FaceSampleDecoder(sampleEntry: $0) != nil }
        }
    }

    /// The face track of a movie with an index among ``tracks(of:)``.
    ///
    /// - Throws: `.mediaUnreadable` when there is none.
    public init(_ movie: MovieReader, index: Int = 0) throws(FacecapError) {
        let tracks = Self.tracks(of: movie)
        guard tracks.indices.contains(index) else {
            throw FacecapError(
                .mediaUnreadable, Self.refusal(of: index, in: movie, count: tracks.count))
        }
        self.init(movie, track: tracks[index])
    }

    private static func refusal(of index: Int, in movie: MovieReader, count: Int) -> String {
        if count == 0 {
            return "\(movie.name) has no face track; record it with a metadata output."
        }
        guard let index = UInt(exactly: index) else {
            return "\(movie.name) has no face track with the index \(index); the first one has 0."
        }
        return "\(movie.name) has no face track \(index + 1), only \(count)."
    }

    /// Opens a movie file and takes its first face track.
    ///
    /// - Throws: what `MovieReader.init(path:)` throws, and `.mediaUnreadable`
    ///   when the movie has no face track.
    public init(path: String) throws(FacecapError) { try self.init(MovieReader(path: path)) }

    init(_ movie: MovieReader, track: MovieTrack) {
        self.movie = movie
        self.track = track
        let described = Set(track.references["cdsc"] ?? [])
        let videos = movie.tracks.filter { $0.kind == .video }
        video = videos.first { described.contains($0.id) } ?? videos.first
        orientation =
            (video == nil ? ImageDescription(movie)?.orientation : video?.orientation) ?? .upright
    }

    /// Walks the frames of the track.
    public func frames() -> Cursor { Cursor(self) }

    /// From the normalized stored frame to the normalized displayed one.
    ///
    /// - Parameter mirroring: whether left and right are exchanged once more.
    public func displayedFromStored(mirroring: Bool = false) -> CoordinateTransform {
        .displayedFromStored(
            orientation: mirroring ? orientation.followed(by: .mirrored) : orientation)
    }
}
