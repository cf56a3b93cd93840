// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Does to all recordings of a session what is requested; from any thread.
struct RecordRequests: Sendable {
    let recordings: [CameraRecording]
    /// Of each camera; none where no frame may be seen.
    let stills: [CameraStills]
    let stopRequest: StopRequest
    let switcher: CameraSwitcher
    let zoom: ZoomedCameras
    /// Told of stills.
    let photos: PhotoMonitor

    func fulfil(_ request: RecordingRequest) {
        switch request {
        case .stop: stopRequest.make(.request)
        case .camera(let source): switcher.switchCamera(to: source)
        case .zoom(let request): zoom.fulfil(request)
        case .frameRate(let rate): switcher.setFrameRate(rate)
        case .togglePause: fulfil(isPaused ? .resume : .pause)
        case .still where stills.isEmpty:
            photos.say("no still, as --metadata-only leaves out frames")
        case .still(let path):
            for camera in stills { camera.take(path: path, delegate: photos) }
        case .pause: recordings.forEach { $0.movie.pauseRecording() }
        case .resume: recordings.forEach { $0.movie.resumeRecording() }
        case .cancel: recordings.forEach { $0.movie.cancelRecording() }
        case .marker(let text): recordings.forEach { $0.movie.addMarker(text) }
        case .metadata(let group): recordings.forEach { $0.movie.appendTimedMetadataGroup(group) }
        case .split: recordings.forEach { $0.split() }
        case .deleteLast: recordings.forEach { $0.deleteLast() }
        }
    }

    private var isPaused: Bool {
        recordings.contains { $0.movie.status.state.phase == .paused }
    }
}
