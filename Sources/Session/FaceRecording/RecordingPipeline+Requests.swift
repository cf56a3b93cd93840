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
        attempt { () throws(FacecapError) in
            let time = nextMarkerTime(after: lastTime ?? .zero)
            try append([encoder.encode(marker: text, at: time)])
        }
    }

    /// Ends the recording at once: nothing more comes.
    func end() { act(status.state.stop()) }

    /// Throws the recording away.
    func cancel() { act(status.state.cancel()) }
}
