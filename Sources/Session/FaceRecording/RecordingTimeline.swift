// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// From the source's time to the movie's: pauses take no time.
struct RecordingTimeline {
    private struct Pause {
        let start: MediaTime
        var end: MediaTime?
        /// The length of this pause and of all before it, once it is over.
        var total: MediaTime
    }

    private var pauses: [Pause] = []
    /// The newest frame's time in the source, and when it was captured.
    private var newest: (time: MediaTime, nanoseconds: Int64)?

    /// Everything from `time` on is left out.
    mutating func pause(at time: MediaTime) {
        guard pauses.last.map({ $0.end != nil }) ?? true else { return }
        pauses.append(Pause(start: time, total: pauses.last?.total ?? .zero))
    }

    /// Everything from `time` on belongs to the movie again.
    mutating func resume(at time: MediaTime) {
        guard let last = pauses.indices.last, pauses[last].end == nil else { return }
        let end = max(time, pauses[last].start)
        pauses[last].end = end
        pauses[last].total = pauses[last].total.advanced(by: end.since(pauses[last].start))
    }

    /// The time in the movie; `nil` for what falls into a pause.
    func movieTime(of time: MediaTime) -> MediaTime? {
        guard let pause = pauses.last(where: { $0.start <= time }) else { return time }
        guard let end = pause.end, end <= time else { return nil }
        return time.since(pause.total)
    }

    /// The time in the movie; of what falls into a pause that at which the pause lies.
    func nearestMovieTime(of time: MediaTime) -> MediaTime {
        guard let pause = pauses.last(where: { $0.start <= time }) else { return time }
        return (pause.end.map { max(time, $0) } ?? pause.start).since(pause.total)
    }

    /// Takes note of a frame of a live source.
    mutating func receive(_ frame: VideoSampleBuffer) {
        newest = (frame.presentationTime, frame.captureNanoseconds)
    }

    /// When a request takes effect that was made before something comes: with that or, where nothing came for a second
    /// from a live source, when it was made.
    ///
    /// - Parameters:
    ///   - nanoseconds: when it was made, on `CLOCK_MONOTONIC`.
    ///   - audioTime: that of the newest audio before.
    ///   - time: that of what comes.
    func time(
        ofRequestAt nanoseconds: Int64, behindAudioAt audioTime: MediaTime?, before time: MediaTime
    ) -> MediaTime {
        guard let newest else { return time }
        let age = MediaTime(
            seconds: Double(nanoseconds - newest.nanoseconds) / 1_000_000_000,
            preferredTimescale: time.timescale)
        let earliest = max(newest.time, audioTime ?? newest.time)
            .advanced(by: MediaTime(value: 1, timescale: 1))
        return min(max(newest.time.advanced(by: age), earliest), time)
    }

    /// When that was captured which is in the movie at a time, on `CLOCK_MONOTONIC`; `nil` before a live frame.
    func captureNanoseconds(at movieTime: MediaTime) -> Int64? {
        guard let newest else { return nil }
        let pause = pauses.last { pause in
            pause.end.map { $0.since(pause.total) <= movieTime } ?? false
        }
        let age = newest.time.since(movieTime.advanced(by: pause?.total ?? .zero))
        return newest.nanoseconds - age.nanoseconds
    }
}
