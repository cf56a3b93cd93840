// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RecordingPipeline {
    /// A request to pause or to go on takes effect with a frame.
    func turnPause(atFrame time: MediaTime) {
        audioTimeAtFrame = newestAudioTime ?? time
        turnPause(at: time)
    }

    /// The same with audio, once a second of it has come without a frame.
    func turnPause(atAudio time: MediaTime) {
        newestAudioTime = time
        if let start = audioTimeAtFrame, time.since(start).seconds <= 1 { return }
        turnPause(at: time)
    }

    private func turnPause(at time: MediaTime) {
        switch requestedPause {
        case true: timeline.pause(at: time)
        case false: timeline.resume(at: time)
        case nil: break
        }
        requestedPause = nil
    }
}
