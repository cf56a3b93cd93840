import Facecap

/// Does what is wished in front of a preview; nothing of it waits.
struct PreviewControls: Sendable {
    let console: LiveConsole
    private let live: LiveSession
    private let wishes: RecordWishes
    private let cameras: CameraChoice

    /// - Parameters:
    ///   - recordings: of each camera; none where nothing is recorded.
    ///   - stills: of each camera.
    init(
        of live: LiveSession, recordings: [CameraRecording] = [], stills: [CameraStills],
        stopRequest: StopRequest, console: LiveConsole
    ) {
        self.live = live
        self.console = console
        let switcher = CameraSwitcher(of: live, console: console)
        wishes = RecordWishes(
            recordings: recordings, stills: stills, stopRequest: stopRequest, switcher: switcher,
            photos: PhotoMonitor(isQuiet: false, console: console))
        cameras = CameraChoice(live: live, switcher: switcher)
    }

    /// What there is to tell now; without the latency, which the preview knows.
    var status: PreviewStatus {
        let lost = live.ledgers.map { $0.dropped.values.reduce(0, +) + $0.lost }.reduce(0, +)
        return PreviewStatus(recording: recording, droppedCount: lost)
    }

    private var recording: PreviewStatus.Recording? {
        guard !wishes.recordings.isEmpty else { return nil }
        let all = wishes.recordings.map(\.movie.status)
        let seconds = all.map(\.duration.seconds).max() ?? 0
        if all.contains(where: { $0.state.phase == .paused }) { return .paused(seconds: seconds) }
        return all.contains(where: \.state.isActive) ? .running(seconds: seconds) : .stopped
    }

    func perform(_ command: PreviewCommand) {
        switch command {
        case .stop: wishes.fulfil(.stop)
        case .togglePause: wishes.fulfil(.togglePause)
        case .toggleRecording: for recording in wishes.recordings { recording.toggle() }
        case .still: wishes.fulfil(.still(path: nil))
        case .nextCamera: cameras.next()
        case .pointOfInterest(let point, let camera): cameras.setPointOfInterest(point, of: camera)
        }
    }
}
