// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// The time of a frame; `nil`, and the recording ends, where its files would hold too much time with it.
    func withinLimit(_ time: MediaTime) -> MediaTime? {
        let first = firstTime ?? time
        firstTime = first
        guard let most = settings.maximumDuration, let last = lastTime,
            most <= series?.duration(until: time) ?? time.since(first), last < time
        else { return time }
        tell(.limitReached(reason: "the files are as long as allowed"))
        stop()
        return nil
    }

    /// Tells with each second of media how far the recording is.
    func tellProgress() {
        let second = Int64(exactly: status.duration.seconds.rounded(.down)) ?? toldSecond
        // Deleted files take time back.
        guard second != toldSecond else { return }
        toldSecond = second
        status.freeByteCount = limits.freeByteCount
        tell(.progress(status))
    }
}
