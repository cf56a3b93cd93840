// SPDX-License-Identifier: Apache-2.0
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

    /// The fragments that are whole, and the walk that ended.
    func allFragments() throws(FacecapError) -> (
        fragments: [MovieReader.Fragment], walk: MovieReader.Fragments
    ) {
        var walk = fragments()
        var fragments: [MovieReader.Fragment] = []
        while let fragment = try walk.next() { fragments.append(fragment) }
        return (fragments, walk)
    }
}
