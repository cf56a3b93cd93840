// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// Hears what happens to a recording of audio alone, tells its user, and ends the session with it.
final class AudioFileMonitor: CaptureAudioFileOutput.Delegate {
    private let console: RunConsole
    private let stream: AudioStream?
    private let stopRequest: StopRequest
    private let state = Mutex<RecordMonitor.Outcome?>(nil)

    /// - Parameter stream: where standard output is to have records.
    init(console: RunConsole, stream: AudioStream?, stopRequest: StopRequest) {
        self.console = console
        self.stream = stream
        self.stopRequest = stopRequest
    }

    /// How the recording ended; `nil` while it has not.
    var outcome: RecordMonitor.Outcome? { state.withLock { $0 } }

    func audioFileOutput(
        _ output: CaptureAudioFileOutput, didReceive event: CaptureMovieFileOutput.Event
    ) {
        switch event {
        case .limitReached(let reason):
            console.remark("stopped: \(reason)")
            stopRequest.make(.limit)
        case .failed(let failure):
            let error = failure.ofCommand
            end(.failed(error))
            stream?.show(.error(error), at: output.status.duration)
            console.say("the recording ended: " + error.message)
            stopRequest.make(.error)
        case .completed: end(.completed)
        case .cancelled:
            end(.cancelled)
            console.say("cancelled; no file was kept")
        case .warning(let warning):
            let error = warning.ofCommand
            stream?.show(StreamEvent.warning(error), at: output.status.duration)
            console.say(error.message)
        case .fileStarted, .fileFinished, .fileDeleted, .progress, .paused, .resumed,
            .markerAdded:
            break
        }
    }

    func audioFileOutputDidProgress(_ output: CaptureAudioFileOutput) { console.countFrame() }

    func audioFileOutput(
        _ output: CaptureAudioFileOutput, didReceive notice: CaptureDelivery.Notice,
        from connection: CaptureConnection
    ) {
        stream?.show(notice, at: output.status.duration)
        switch notice {
        case .warning(let error): console.say(error.message)
        case .interrupted(let reason): console.say("interrupted: \(reason)")
        case .interruptionEnded: console.remark("the source gives audio again")
        case .lost, .lostAudio, .systemPressure, .subjectAreaChanged, .frameDurationChanged, .ended:
            break
        }
    }

    private func end(_ outcome: RecordMonitor.Outcome) {
        state.withLock { $0 = $0 ?? outcome }
    }
}
