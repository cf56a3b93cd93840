import FaceValues
import MovieReading
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

    init(path: String) throws {
        let movie = try MovieReader(path: path)
        var frames: [Frame] = []
        for track in movie.tracks {
            guard let decoder = track.sampleEntries.first.flatMap(FaceSampleDecoder.init)
            else { continue }
            var cursor = movie.samples(of: track)
            while let sample = try cursor.next() {
                guard
                    case .frame(let number, _, let faces)? = decoder.decode(
                        try movie.readBytes(of: sample)),
                    let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime)
                else { continue }
                frames.append(
                    Frame(time: time.seconds, number: number, faceCount: faces.count))
            }
        }
        self.frames = frames
    }
}
