// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// Finishes the file, and goes on with the next one.
    func split() {
        guard isTaking else { return act(status.state.refusal("split")) }
        guard let time = lastTime, series?.split(after: time) ?? (settings.file == nil) else {
            return tell(.warning(Self.nothing("to finish: no file is being written")))
        }
        if series == nil { earlySplits.append(time) }
        keyFrames.demand()
    }

    /// Removes the last file that is done, which in a pause is the one that the pause interrupts.
    func deleteLastFile() {
        guard isTaking else { return act(status.state.refusal("delete")) }
        let isPaused = status.state.phase == .paused
        guard let series, series.deleteLastFile(pausedAfter: isPaused ? lastTime : nil) else {
            let remedy = isPaused ? "" : "; pause first to delete the one that is being written"
            return tell(.warning(Self.nothing("to delete: no file is done" + remedy)))
        }
        if isPaused || isWaitingForKeyFrame { keyFrames.demand() }
        status.byteCount = series.byteCount
        status.duration = series.duration
        publish(status)
    }

    private static func nothing(_ what: String) -> FacecapError {
        FacecapError(.invalidState, "There is nothing \(what).")
    }
}
