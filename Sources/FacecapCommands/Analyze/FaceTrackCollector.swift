import Facecap
import Synchronization

/// Keeps the samples of a face track while a film is looked at: some 200 bytes a frame.
final class FaceTrackCollector: Sendable {
    private struct State {
        var encoder: FaceSampleEncoder
        var samples: [(time: MediaTime, bytes: [UInt8])] = []
    }

    private let state: Mutex<State>

    init(_ format: FaceTrackFormat) {
        state = Mutex(State(encoder: FaceSampleEncoder(format: format)))
    }

    /// The samples so far, in the order of their times.
    var samples: [(time: MediaTime, bytes: [UInt8])] { state.withLock { $0.samples } }

    /// Takes the next frame; one that was dropped is not in the film either.
    func append(_ observation: FaceObservation) {
        if case .dropped = observation.outcome { return }
        state.withLock { state in
            state.samples.append(
                (observation.presentationTime, state.encoder.encode(observation)))
        }
    }
}
