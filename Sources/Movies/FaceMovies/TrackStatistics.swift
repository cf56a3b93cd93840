// SPDX-License-Identifier: Apache-2.0
package import FaceValues
internal import MovieBoxes
package import MovieReading

/// What the samples of a track add up to.
package struct TrackStatistics: Sendable, Hashable {
    /// How many samples there are.
    package private(set) var sampleCount = 0
    /// The bytes of all samples.
    package private(set) var byteCount: Int64 = 0
    /// How long all samples last, in seconds.
    package private(set) var seconds = 0.0
    /// When the first sample is shown or heard, on the time line of the movie; `nil` without samples.
    package private(set) var start: MediaTime?
    /// Where the last sample that is shown or heard ends.
    package var end: MediaTime? { shown.time }
    private var shown = PresentationEnd<MediaTime>()
    /// What ended the samples early.
    package private(set) var damage: FacecapError?

    /// Walks all samples of a track; reads none of their bytes.
    package init(of track: MovieTrack, in movie: MovieReader) {
        var samples = movie.samples(of: track)
        var ticks = 0.0
        do throws(FacecapError) {
            while let sample = try samples.next() {
                sampleCount += 1
                // Bounded by the file's size times the number of samples, which is bounded by it too.
                byteCount = byteCount.addingReportingOverflow(Int64(sample.byteCount)).partialValue
                ticks += Double(sample.duration)
                note(track.presentationTime(ofMediaTime: sample.presentationMediaTime), sample)
            }
        } catch {
            damage = error
        }
        seconds = ticks / Double(track.timescale)
    }

    /// Samples a second on average; `nil` where that says nothing.
    package var averageRate: Double? {
        sampleCount > 1 && seconds > 0 ? Double(sampleCount) / seconds : nil
    }

    private mutating func note(_ time: MediaTime?, _ sample: MovieSample) {
        guard let time else { return }
        let last = time.advanced(by: MediaTime(value: sample.duration, timescale: time.timescale))
        start = min(start ?? time, time)
        shown.add(from: time, until: last)
    }
}
