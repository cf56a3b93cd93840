// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Does what is requested in front of a preview; nothing of it waits.
struct PreviewControls: Sendable {
    let console: RunConsole
    private let live: RunSession
    private let requests: RunRequests

    init(of live: RunSession, _ requests: RunRequests, _ console: RunConsole) {
        self.live = live
        self.requests = requests
        self.console = console
    }

    /// What there is to tell now; without the latency, which the preview knows.
    var status: Preview.Status {
        let lost = live.ledgers.map { $0.droppedCount + $0.lost }.reduce(0, +)
        return Preview.Status(recording: recording, droppedCount: lost)
    }

    private var recording: Preview.Status.Recording? {
        guard !requests.recordings.isEmpty else { return nil }
        let all = requests.recordings.map(\.movie.status)
        let seconds = all.map(\.duration.seconds).max() ?? 0
        if all.contains(where: { $0.state.phase == .paused }) { return .paused(seconds: seconds) }
        return all.contains(where: \.state.isActive) ? .running(seconds: seconds) : .stopped
    }

    func perform(_ command: Preview.Command) {
        switch command {
        case .stop: requests.fulfil(.stop)
        case .togglePause: requests.fulfil(.togglePause)
        case .toggleRecording: toggleRecording()
        case .still: requests.fulfil(.still(path: nil))
        case .nextCamera: requests.fulfil(.camera(nil))
        case .pointOfInterest(let point, let camera):
            requests.cameras.setPointOfInterest(point, of: camera)
        }
    }

    /// Ends the recordings that go on; where none does, begins another one of each camera.
    private func toggleRecording() {
        let current = requests.recordings.filter(\.goesOn)
        for recording in current { recording.end() }
        if current.isEmpty { for recording in requests.recordings { recording.beginAnother() } }
    }
}
