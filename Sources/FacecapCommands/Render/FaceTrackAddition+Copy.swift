import Facecap

extension FaceTrackAddition {
    /// The samples of a movie's face track, byte by byte, at the times at which they are shown.
    init(copying source: FaceTrackReader) throws(FacecapError) {
        let track = source.track
        var samples: [(ticks: Int64, bytes: [UInt8])] = []
        var cursor = source.movie.samples(of: track)
        while let sample = try cursor.next() {
            // The copy has one sample entry, and times that ascend.
            guard sample.descriptionIndex == 0,
                let time = track.presentationTime(ofMediaTime: sample.presentationMediaTime),
                time.value >= 0, samples.last.map({ $0.ticks < time.value }) ?? true
            else { continue }
            samples.append((time.value, try source.movie.readBytes(of: sample, limit: 4 << 20)))
        }
        self.init(
            sampleEntry: track.sampleEntries.first ?? [], timescale: track.timescale,
            samples: samples)
    }
}
