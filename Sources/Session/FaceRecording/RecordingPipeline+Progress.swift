// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension RecordingPipeline {
    /// The time of a frame; `nil`, and the recording ends, where its files would hold too much time with it.
    func withinLimit(_ time: MediaTime) -> MediaTime? {
        firstTime = firstTime ?? time
        guard isBeyondLimit(time) else { return time }
        end(atLimit: RecordingLimits.duration)
        return nil
    }

    /// Whether audio is within the limit, which it may reach before the frames do; a recording that files of faces
    /// do not end ends where those are no longer waited for.
    func takesAudio(at time: MediaTime) -> Bool {
        guard isBeyondLimit(time), let lastTime else { return true }
        if settings.trigger == .always, lastTime.advanced(by: MovieSeries.maximumLead) < time {
            end(atLimit: RecordingLimits.duration)
        }
        return false
    }

    /// Whether the files would hold too much time with what comes at `time`, behind the newest frame.
    private func isBeyondLimit(_ time: MediaTime) -> Bool {
        guard let most = settings.maximumDuration, let last = lastTime, last < time else {
            return false
        }
        return most <= series?.duration(until: time) ?? time.since(firstTime ?? time)
    }

    /// Ends the recording as a stop does.
    func end(atLimit reason: String) {
        isEnding = true
        // A first file that is all in the encoder yet begins before it is told that it ends.
        if settings.trigger == .always {
            attempt { () throws(FacecapError) in try append(encoder.finish()) }
        }
        if status.state.isActive { tell(.limitReached(reason: reason)) }
        finalizeOnceObserved()
    }

    /// Tells once that a frame is to be displayed otherwise than the first one, which a movie cannot say.
    func tellTurn(of image: VideoSampleBuffer) {
        guard !hasToldTurn, encoder.isTurned(image) else { return }
        hasToldTurn = true
        tell(
            .warning(
                FacecapError(
                    .invalidState,
                    "The movie keeps the orientation of its first frame, and later ones are turned or mirrored"
                        + " otherwise; begin another recording for them.")))
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
