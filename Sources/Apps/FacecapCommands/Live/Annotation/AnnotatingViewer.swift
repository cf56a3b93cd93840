// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Draws the faces on every frame as it is shown, and passes the frames on.
final class AnnotatingViewer: FrameViewer {
    private struct State {
        var scaler = SquarePixelScaler()
        var annotator: FaceAnnotator
        var isOpen = true
        var failure: FacecapError?
    }

    let needsEveryFrame = true
    private let sink: any ImageSink
    private let stopRequest: StopRequest
    private let state: Mutex<State>

    /// - Parameter stopRequest: made once the sink takes no more.
    init(_ sink: any ImageSink, overlay: OverlaySettings, stopRequest: StopRequest) {
        self.sink = sink
        self.stopRequest = stopRequest
        state = Mutex(State(annotator: overlay.makeAnnotator()))
    }

    func show(_ frame: CapturedFrame, _ observation: FaceObservation?, of scene: RunScene) {
        let cause = state.withLock { state -> StopRequest.Cause? in
            guard state.isOpen else { return nil }
            do throws(FacecapError) {
                let image = try state.annotator.makeDisplayedImage(
                    of: try state.scaler.square(frame.sampleBuffer), with: observation)
                state.isOpen = try sink.write(image, frameRate: scene.camera.frameRate)
                return state.isOpen ? nil : .readerGone
            } catch {
                state.isOpen = false
                state.failure = error
                return .error
            }
        }
        if let cause { stopRequest.make(cause) }
    }

    var summary: String? { state.withLock { _ in sink.summary } }

    func finish() throws(FacecapError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}
