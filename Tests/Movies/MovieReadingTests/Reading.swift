// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieReading

/// What a movie gives: all samples of all tracks, and the error that ended them.
struct Reading {
    var samples: [MovieSample] = []
    var bytes: [[UInt8]] = []
    var error: FacecapError?
    var reader: MovieReader?

    init(_ bytes: [UInt8]) {
        do throws(FacecapError) {
            let reader = try MovieReader(MovieMemoryBytes(bytes))
            self.reader = reader
            for track in reader.tracks {
                var cursor = reader.samples(of: track)
                while let sample = try cursor.next() {
                    samples.append(sample)
                    self.bytes.append(try reader.readBytes(of: sample))
                }
            }
        } catch {
            self.error = error
        }
    }
}
