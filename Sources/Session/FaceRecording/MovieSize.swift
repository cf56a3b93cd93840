// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MovieWriting

/// Counts the bytes that a movie will have, a few more rather than less, as its samples come.
struct MovieSize {
    private(set) var byteCount: Int64
    private(set) var sampleCounts: [RecordedTrack: Int] = [:]
    /// What the finished movie says of each track, where it has samples.
    private let trackSizes: [RecordedTrack: Int]
    private let fragmentInterval: Double
    private var fragmentStart: MediaTime?

    /// What a sample costs beside its own bytes: its entries in the tables.
    private static var bytesASample: Int64 { 40 }
    /// What a fragment costs, and a track in it.
    private static let (bytesAFragment, bytesATrack) = (Int64(48), Int64(100))

    /// The size of a movie without samples.
    init(
        of tracks: [RecordedTrack], _ descriptions: [MovieWriter.TrackDescription],
        _ configuration: MovieWriter.Configuration
    ) {
        let sizes = MovieWriter.descriptionSizes(of: descriptions, configuration: configuration)
        byteCount = Int64(sizes.movie)
        trackSizes = Dictionary(uniqueKeysWithValues: zip(tracks, sizes.tracks))
        fragmentInterval = configuration.movieFragmentInterval.seconds
    }

    /// What a sample adds.
    static func cost(of sample: EncodedSample) -> Int64 {
        Int64(sample.bytes.count) + bytesASample
    }

    /// Adds a sample; those of the leading track say where fragments end.
    mutating func add(_ recorded: RecordedSample, isLeading: Bool) {
        let sample = recorded.sample
        byteCount += Self.cost(of: sample)
        if sampleCounts[recorded.track] == nil {
            byteCount += Int64(trackSizes[recorded.track] ?? 0)
        }
        sampleCounts[recorded.track, default: 0] += 1
        guard isLeading else { return }
        if let fragmentStart {
            let length = sample.decodeTime.since(fragmentStart).seconds
            guard length >= fragmentInterval / (sample.isSync ? 4 : 2) else { return }
        }
        fragmentStart = sample.decodeTime
        byteCount += Self.bytesAFragment + Self.bytesATrack * Int64(sampleCounts.count)
    }
}
