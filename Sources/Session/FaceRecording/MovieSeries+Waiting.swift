// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// How long samples wait for frames, and files for samples.
extension MovieSeries {
    /// How far frames may be ahead of a track before a file ends without waiting for it.
    private static var timeout: MediaTime { MediaTime(value: 2, timescale: 1) }
    /// How far the newest frame may be behind a track before no more are waited for.
    static var maximumLead: MediaTime { MediaTime(value: 10, timescale: 1) }

    /// Whether a sample waits no longer for frames, as the newest one that was taken is far behind it; how many of
    /// those the encoder holds back does not matter.
    func haveFramesEnded(before recorded: RecordedSample) -> Bool {
        guard let horizon else { return false }
        let newest = max(takenUntil ?? horizon, horizon)
        return newest.advanced(by: Self.maximumLead) < recorded.sample.presentationTime
    }

    /// Whether a split, or that there were no more faces, ends the last file, be it that no frame has come yet that
    /// shows it.
    var isEnded: Bool {
        if case .faces = settings.trigger, movies.last?.end != nil { return true }
        return requests.lastSplit != nil
    }

    /// Has the last file take no more frames where it ends, though none comes that shows it.
    func closeEnded() {
        guard let last = movies.last, let end = last.end ?? requests.lastSplit else { return }
        last.end(at: end, closesLeader: true)
    }

    /// Whether a file is finished without what some track may still have for it: not before it is known what was found
    /// in its frames.
    func isOverdue(_ movie: OpenMovie, end: MediaTime, now leading: EncodedSample?) -> Bool {
        guard let leading, end.advanced(by: Self.timeout) <= leading.decodeTime else {
            return false
        }
        guard movie.waiting.contains(.faces), let unobservedStart else { return true }
        return end <= unobservedStart
    }
}
