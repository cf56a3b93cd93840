import Facecap
import Synchronization

/// Writes the stream contract to standard output, the lines of a frame as soon as it is done.
final class JSONPresenter: LivePresenter {
    private struct State {
        var encoder: FaceStreamEncoder
        var lastTime: MediaTime?
    }

    private let scene: LiveScene
    private let output: LiveOutput
    private let state: Mutex<State>

    init(scene: LiveScene, options: FaceStreamEncoder.Options, output: LiveOutput) {
        self.scene = scene
        self.output = output
        state = Mutex(
            State(
                encoder: FaceStreamEncoder(
                    space: scene.header.space, clock: scene.clock, options: options)))
    }

    func begin() {
        write { [header = scene.header] state in state.encoder.session(header) }
    }

    func metadataOutput(
        _ output: MetadataOutput, didOutput observation: FaceObservation,
        from connection: CaptureConnection
    ) {
        let transform = scene.transform(of: observation, on: connection)
        let truth = scene.truth(of: observation)
        write { state in
            state.lastTime = observation.presentationTime
            var lines = state.encoder.faces(
                observation, transform: transform, truth: truth,
                nowNanoseconds: MonotonicClock.nowNanoseconds)
            for event in StreamEvent.events(of: observation) {
                lines += state.encoder.event(event, at: observation.presentationTime)
            }
            return lines
        }
    }

    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        let event = StreamEvent(notice)
        write { state in state.encoder.event(event, at: state.lastTime) }
    }

    func end(_ ending: RunEnding, ledger: FrameLedger) {
        write { state in
            var lines: [UInt8] = []
            if let error = ending.error {
                lines = state.encoder.event(.error(error), at: state.lastTime)
            }
            return lines + state.encoder.end(reason: ending.name, ledger: ledger)
        }
    }

    private func write(_ makeLines: (inout State) -> [UInt8]) {
        output.write(state.withLock { makeLines(&$0) })
    }
}
