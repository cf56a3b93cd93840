// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// Takes note of a request to pause or to go on.
    func turnPause(
        _ action: CaptureMovieFileOutput.State.Action, atNanoseconds nanoseconds: Int64
    ) {
        if action == .pause || action == .resume {
            pauseRequests.append((action == .pause, nanoseconds))
        }
        act(action)
    }

    /// It takes effect with a frame.
    func turnPause(atFrame time: MediaTime) {
        audioTimeAtFrame = newestAudioTime ?? time
        turnPause(at: time, behindAudioAt: newestAudioTime)
    }

    /// The same with audio, once a second of it has come without a frame.
    func turnPause(atAudio time: MediaTime) {
        defer { newestAudioTime = time }
        if let start = audioTimeAtFrame, time.since(start).seconds <= 1 { return }
        turnPause(at: time, behindAudioAt: newestAudioTime)
    }

    /// The same with the first frame behind a gap; of which neither frames nor audio tell when it was made, it takes
    /// effect when it was.
    func turnPause(atEndOfGap time: MediaTime) {
        turnPause(at: time, behindAudioAt: newestAudioTime)
    }

    private func turnPause(at time: MediaTime, behindAudioAt audioTime: MediaTime?) {
        for request in pauseRequests {
            let turn = timeline.time(
                ofRequestAt: request.nanoseconds, behindAudioAt: audioTime, before: time)
            if request.isPause { timeline.pause(at: turn) } else { timeline.resume(at: turn) }
        }
        pauseRequests = []
    }
}
