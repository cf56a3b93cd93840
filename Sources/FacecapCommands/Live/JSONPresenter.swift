import Facecap
import Synchronization

/// Writes the stream contract to standard output, the lines of a frame as soon as it is done.
final class JSONPresenter: LivePresenter {
    private struct State {
        var encoder: FaceStreamEncoder
        var failure: FacecapError?
        var isReaderGone = false
        var lastTime: MediaTime?
    }

    private let scene: LiveScene
    private let output: StandardOutput
    private let state: Mutex<State>
    private let cannotWrite: @Sendable () -> Void

    /// - Parameter cannotWrite: called once when nothing more can be written, so that the session
    ///   may end; ``end(reason:ledger:)`` then throws, unless it was the reader who went away.
    init(
        scene: LiveScene, options: FaceStreamEncoder.Options, output: StandardOutput,
        cannotWrite: @escaping @Sendable () -> Void
    ) {
        self.scene = scene
        self.output = output
        self.cannotWrite = cannotWrite
        state = Mutex(
            State(
                encoder: FaceStreamEncoder(
                    space: scene.header.space, clock: scene.clock, options: options)))
    }

    func begin() throws(FacecapError) {
        write { [header = scene.header] state in state.encoder.session(header) }
        if let failure = state.withLock({ $0.failure }) { throw failure }
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
            let events =
                observation.foundFaceIDs.map { StreamEvent.faceFound(id: $0) }
                + observation.lostFaceIDs.map { StreamEvent.faceLost(id: $0) }
            for event in events {
                lines += state.encoder.event(event, at: observation.presentationTime)
            }
            return lines
        }
    }

    func metadataOutput(
        _ output: MetadataOutput, didReceive notice: CaptureNotice,
        from connection: CaptureConnection
    ) {
        let event: StreamEvent =
            switch notice {
            case .lost(let count): .lost(count: count)
            case .interrupted(let reason): .interrupted(reason: reason)
            case .interruptionEnded: .resumed
            case .warning(let error): .warning(error)
            }
        write { state in state.encoder.event(event, at: state.lastTime) }
    }

    func end(reason: LiveEnding, ledger: FrameLedger) throws(FacecapError) {
        write { state in
            var lines: [UInt8] = []
            if case .error(let error) = reason {
                lines = state.encoder.event(.error(error), at: state.lastTime)
            }
            return lines + state.encoder.end(reason: reason.name, ledger: ledger)
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func write(_ makeLines: (inout State) -> [UInt8]) {
        let isFirstFailure = state.withLock { state in
            guard state.failure == nil, !state.isReaderGone else { return false }
            let lines = makeLines(&state)
            do throws(FacecapError) {
                state.isReaderGone = try output.write(lines) == .readerGone
            } catch {
                state.failure = error
            }
            return state.failure != nil || state.isReaderGone
        }
        if isFirstFailure { cannotWrite() }
    }
}
