// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Draws the faces of a movie's track on its frames.
final class FaceRenderer: SampleProcessor {
    private struct State {
        var faces: FaceTrackReader.Timeline
        var annotator: FaceAnnotator
    }

    let mediaTypes: Set<MediaType> = [.video]
    private let state: Mutex<State>

    init(_ track: FaceTrackReader, overlay: OverlaySettings) {
        state = Mutex(
            State(faces: FaceTrackReader.Timeline(track), annotator: overlay.makeAnnotator()))
    }

    /// What users should know of the faces so far; `nil` for nothing.
    var warning: FacecapError? { state.withLock { $0.faces.warning } }

    func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        try state.withLock { state throws(FacecapError) in
            try state.annotator.annotate(
                sample, with: state.faces.observation(at: sample.presentationTime))
        }
    }
}
