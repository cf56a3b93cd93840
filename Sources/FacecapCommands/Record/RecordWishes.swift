import Facecap

/// Does to a recording what is wished; from any thread.
struct RecordWishes: Sendable {
    let movie: MovieFileOutput
    let stopRequest: StopRequest
    let stills: StillPaths

    func fulfil(_ wish: RecordingWish) {
        switch wish {
        case .pause: movie.pauseRecording()
        case .resume: movie.resumeRecording()
        case .togglePause:
            if movie.status.state.phase == .paused {
                movie.resumeRecording()
            } else {
                movie.pauseRecording()
            }
        case .stop: stopRequest.make(.request)
        case .cancel: movie.cancelRecording()
        case .still(let path): movie.takeStill(path: path ?? stills.next())
        case .marker(let text): movie.addMarker(text)
        }
    }
}
