internal import CaptureSamples
internal import FaceValues

/// Takes pauses out of the time line: what falls into one is discarded, and what follows moves up so
/// that no gap is left. Pictures decide where a pause begins and ends; without pictures sound, without
/// sound metadata.
struct PauseTimeline: Sendable {
    private struct Pause {
        var start: MediaTime
        /// `nil` until samples go on.
        var end: MediaTime?
    }

    private let leader: Int
    private var pauses: [Pause] = []
    /// The end of what the leading track has shown, on the time line of the samples.
    private var shownEnd: MediaTime?
    private var lastDecode: MediaTime?
    private var lastDuration = MediaTime.zero
    private var isPaused = false
    private var waitsForSync = false

    init(tracks: [MovieTrackDescription]) {
        leader =
            tracks.firstIndex(where: \.isVideo) ?? tracks.firstIndex { !$0.isMetadata } ?? 0
    }

    /// Begins a pause behind what the leading track has shown so far.
    mutating func pause() {
        isPaused = true
        waitsForSync = true
        // The distance to the next sample is none of its duration.
        lastDecode = nil
        guard let shownEnd, pauses.last.map({ $0.end != nil }) ?? true else { return }
        pauses.append(Pause(start: shownEnd))
    }

    /// Ends the pause with the leading track's next sync sample.
    mutating func resume() { isPaused = false }

    /// The sample at its place without pauses; `nil` for one that falls into a pause.
    mutating func place(_ sample: EncodedSample, track index: Int) -> EncodedSample? {
        guard index == leader else { return waitsForSync && pauses.isEmpty ? nil : moved(sample) }
        if waitsForSync {
            guard !isPaused, sample.isSync,
                pauses.last.map({ sample.presentationTime > $0.start }) ?? true
            else { return nil }
            waitsForSync = false
            if let last = pauses.indices.last { pauses[last].end = sample.presentationTime }
        }
        noteShown(sample)
        return moved(sample, isLeading: true)
    }

    private mutating func noteShown(_ sample: EncodedSample) {
        let duration =
            sample.duration ?? lastDecode.map { sample.decodeTime.distance(from: $0) }
            ?? lastDuration
        lastDecode = sample.decodeTime
        lastDuration = duration
        let end = sample.presentationTime.advanced(by: duration)
        shownEnd = shownEnd.map { max($0, end) } ?? end
    }

    private func moved(_ sample: EncodedSample, isLeading: Bool = false) -> EncodedSample? {
        guard !pauses.isEmpty else { return sample }
        var presentation = sample.presentationTime
        var decode = sample.decodeTime
        for pause in pauses where isLeading || sample.presentationTime >= pause.start {
            guard let end = pause.end, isLeading || sample.presentationTime >= end else {
                return nil
            }
            let length = end.distance(from: pause.start)
            presentation = presentation.distance(from: length)
            decode = decode.distance(from: length)
        }
        return EncodedSample(
            bytes: sample.bytes, presentationTime: presentation, decodeTime: decode,
            duration: sample.duration, isSync: sample.isSync)
    }
}

extension MediaTime {
    /// What has to be added to `earlier` for this time, on the finer of both scales.
    fileprivate func distance(from earlier: MediaTime) -> MediaTime {
        advanced(
            by: MediaTime(
                value: earlier.value == .min ? .max : -earlier.value, timescale: earlier.timescale))
    }
}
