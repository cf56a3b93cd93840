// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Does what is requested of a run: of its session, its cameras and its recordings; from any thread.
struct RunRequests: Sendable {
    let cameras: CameraRequests
    /// One for each camera; none where nothing is recorded.
    let recordings: [CameraRecording]
    /// Of each camera; none where no frame may be seen.
    private let stills: [CameraStills]
    private let stopRequest: StopRequest
    /// Told of stills.
    private let photos: PhotoMonitor

    /// - Parameter zoomRefusal: why the zoom has to stay; `nil` where it can be changed.
    init(
        of live: RunSession, recordings: [CameraRecording] = [], stills: [CameraStills],
        zoomRefusal: String? = nil, stopRequest: StopRequest, console: RunConsole
    ) {
        cameras = CameraRequests(of: live, zoomRefusal: zoomRefusal, console: console)
        self.recordings = recordings
        self.stills = stills
        self.stopRequest = stopRequest
        photos = PhotoMonitor(console: console)
    }

    func fulfil(_ request: RecordingRequest) {
        switch request {
        case .stop: stopRequest.make(.request)
        case .camera(let source): cameras.switchCamera(to: source)
        case .zoom(let request): cameras.zoom(request)
        case .frameRate(let rate): cameras.setFrameRate(rate)
        case .togglePause: recordings.forEach { $0.movie.togglePause() }
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
}
