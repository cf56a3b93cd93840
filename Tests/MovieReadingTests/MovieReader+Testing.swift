import FaceValues
import MovieReading

extension MovieReader {
    /// All samples of a track.
    func allSamples(of track: MovieTrack) throws(FacecapError) -> [MovieSample] {
        var cursor = samples(of: track)
        var samples: [MovieSample] = []
        while let sample = try cursor.next() { samples.append(sample) }
        return samples
    }
}
