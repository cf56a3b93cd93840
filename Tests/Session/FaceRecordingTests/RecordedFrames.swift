// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieReading
import Testing

/// What the track of frames of a recording holds.
enum RecordedFrames {
    /// Whether decoding can begin with each frame, in the order in which they are decoded.
    static func keys(in path: String) throws -> [Bool] {
        try read(path) { _, sample in sample.isSync }
    }

    /// When the frames are shown, in seconds, in this order.
    static func times(in path: String) throws -> [Double] {
        try read(path) { track, sample in
            track.presentationTime(ofMediaTime: sample.presentationMediaTime)?.seconds ?? .nan
        }.sorted()
    }

    private static func read<Value>(
        _ path: String, _ value: (MovieTrack, MovieSample) -> Value
    ) throws -> [Value] {
        let movie = try MovieReader(path: path)
        let track = try #require(movie.tracks.first { $0.kind == .video })
        var samples = movie.samples(of: track)
        var values: [Value] = []
        while let sample = try samples.next() { values.append(value(track, sample)) }
        return values
    }
}
