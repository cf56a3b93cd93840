// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    func pause(atNanoseconds time: Int64) {
        guard isTaking else { return act(status.state.refusal("pause")) }
        guard settings.video != .passthrough, settings.audio != .passthrough else {
            let message = "A recording that copies frames or audio cannot be paused; encode them."
            return tell(.warning(FacecapError(.invalidState, message)))
        }
        turnPause(status.state.pause(), atNanoseconds: time)
    }

    func resume(atNanoseconds time: Int64) {
        turnPause(status.state.resume(), atNanoseconds: time)
    }

    /// Does the one that the requests before it have left to do.
    func togglePause(atNanoseconds time: Int64) {
        if status.state.phase == .paused {
            resume(atNanoseconds: time)
        } else {
            pause(atNanoseconds: time)
        }
    }

    func mark(_ text: String) {
        guard status.state.isActive else { return act(status.state.refusal("mark")) }
        if isBetweenFiles { tell(.warning(Self.isKeptForPreRoll("The marker \(text)"))) }
        guard let lastTime else {
            guard earlyMarkers.count < Self.maximumEarlyCount else {
                return tell(.warning(Self.tooMuch))
            }
            return earlyMarkers.append(text)
        }
        attempt { () throws(FacecapError) in
            try append([add(text, after: lastTime)])
        }
    }

    /// The markers from before the first frame, at its time.
    func takeEarlyMarkers(at time: MediaTime) -> [RecordedSample] {
        defer { earlyMarkers = [] }
        return earlyMarkers.map { add($0, after: time) }
    }

    private func add(_ marker: String, after time: MediaTime) -> RecordedSample {
        let time = nextMarkerTime(after: time)
        if !isBetweenFiles { tell(.markerAdded(marker, at: time)) }
        return encoder.encode(marker: marker, at: time)
    }

    /// Whether what happens now is in a file only if faces open one soon.
    var isBetweenFiles: Bool {
        guard isTaking, case .faces = settings.trigger else { return false }
        return series?.isTaking != true
    }

    /// What to say of that which comes between files.
    static func isKeptForPreRoll(_ what: String) -> FacecapError {
        FacecapError(
            .invalidState,
            "\(what) comes while no file is open: it is kept only if faces open one within the pre-roll."
        )
    }

    /// Ends the recording at once: nothing more comes.
    func end() { act(status.state.stop()) }

    /// Throws the recording away, but for the file that a split or the lack of faces ends: what the encoder holds of
    /// that comes first.
    func cancel() {
        var problem: FacecapError?
        if status.state.isActive, let series, series.isEnded {
            do throws(FacecapError) {
                for recorded in try encoder.finish() { try series.append(recorded) }
            } catch {
                problem = error
            }
            series.closeEnded()
        }
        act(status.state.cancel(), after: problem)
    }
}
