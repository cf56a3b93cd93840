import Facecap

/// Does to all recordings of a session what is wished; from any thread.
struct RecordWishes: Sendable {
    let recordings: [CameraRecording]
    /// Of each camera; none where no picture may be seen.
    let stills: [CameraStills]
    let stopRequest: StopRequest
    let switcher: CameraSwitcher
    /// Told of stills.
    let photos: PhotoMonitor

    func fulfil(_ wish: RecordingWish) {
        switch wish {
        case .stop: stopRequest.make(.request)
        case .camera(let source): switcher.switchCamera(to: source)
        case .togglePause: fulfil(isPaused ? .resume : .pause)
        case .still where stills.isEmpty:
            photos.say("no still, as --metadata-only leaves out pictures")
        case .still(let path):
            for camera in stills { camera.take(path: path, delegate: photos) }
        case .pause, .resume, .cancel, .marker:
            for recording in recordings { fulfil(wish, in: recording) }
        }
    }

    private var isPaused: Bool {
        recordings.contains { $0.movie.status.state.phase == .paused }
    }

    private func fulfil(_ wish: RecordingWish, in recording: CameraRecording) {
        switch wish {
        case .pause: recording.movie.pauseRecording()
        case .resume: recording.movie.resumeRecording()
        case .cancel: recording.movie.cancelRecording()
        case .marker(let text): recording.movie.addMarker(text)
        case .stop, .togglePause, .camera, .still: break
        }
    }
}
