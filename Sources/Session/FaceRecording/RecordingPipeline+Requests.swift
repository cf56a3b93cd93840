// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    func pause() {
        guard isTaking else { return act(status.state.refusal("pause")) }
        guard settings.video != .passthrough else {
            let message = "A recording that copies frames cannot be paused; encode them."
            return tell(.warning(FacecapError(.invalidState, message)))
        }
        act(status.state.pause())
    }

    func resume() { act(status.state.resume()) }

    func mark(_ text: String) {
        if isBetweenFiles { tell(.warning(Self.isKeptForPreRoll("The marker \(text)"))) }
        attempt { () throws(FacecapError) in
            let time = nextMarkerTime(after: lastTime ?? .zero)
            try append([encoder.encode(marker: text, at: time)])
        }
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

    /// Throws the recording away.
    func cancel() { act(status.state.cancel()) }
}
