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
        case .pause, .resume, .cancel, .marker, .metadata, .split, .deleteLast:
            for recording in recordings { fulfil(request, in: recording) }
        }
    }

    private var isPaused: Bool {
        recordings.contains { $0.movie.status.state.phase == .paused }
    }

    private func fulfil(_ request: RecordingRequest, in recording: CameraRecording) {
        switch request {
        case .pause: recording.movie.pauseRecording()
        case .resume: recording.movie.resumeRecording()
        case .cancel: recording.movie.cancelRecording()
        case .marker(let text): recording.movie.addMarker(text)
        case .metadata(let group): recording.movie.appendTimedMetadataGroup(group)
        case .split: recording.split()
        case .deleteLast: recording.deleteLast()
        case .stop, .togglePause, .camera, .frameRate, .zoom, .still: break
        }
    }
}
