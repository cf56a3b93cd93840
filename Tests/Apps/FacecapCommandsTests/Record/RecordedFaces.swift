// SPDX-License-Identifier: Apache-2.0
import FaceValues
import MovieReading
import Testing
import TimedMetadata

/// The face track of a movie.
struct RecordedFaces {
    /// A frame at its time in the movie, in seconds.
    struct Frame {
        let time: Double
        let number: Int?
        let faceCount: Int
    }

    let frames: [Frame]
    /// When nothing is known: the beginnings of gaps, in seconds.
    let gaps: [Double]

    init(path: String) throws {
        let movie = try MovieReader(path: path)
        var (frames, gaps): ([Frame], [Double]) = ([], [])
        for track in movie.tracks {
            guard let decoder = track.sampleEntries.first.flatMap(FaceSampleDecoder.init)
            else { continue }
            var cursor = movie.samples(of: track)
            while let sample = try cursor.next() {
                guard
                    let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
                else { continue }
                switch decoder.decode(try movie.readBytes(of: sample)) {
                case .frame(let frame):
                    frames.append(
                        Frame(
                            time: time.seconds, number: frame.number,
                            faceCount: frame.faces.count))
                case .gap: gaps.append(time.seconds)
                case nil: Issue.record("A sample at \(time.seconds) s cannot be read.")
                }
            }
        }
        (self.frames, self.gaps) = (frames, gaps)
    }
}
