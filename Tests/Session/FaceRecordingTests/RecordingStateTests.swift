// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct RecordingStateTests {
    private typealias Request = (inout CaptureMovieFileOutput.State) ->
        CaptureMovieFileOutput.State.Action

    private let start: Request = {
        $0.start()
        return .none
    }
    private let pause: Request = { $0.pause() }
    private let resume: Request = { $0.resume() }
    private let stop: Request = { $0.stop() }
    private let cancel: Request = { $0.cancel() }

    /// What a new recording answers to requests, and where it is then.
    private func answers(
        _ requests: Request...
    ) -> (actions: [CaptureMovieFileOutput.State.Action], phase: CaptureMovieFileOutput.State.Phase)
    {
        var state = CaptureMovieFileOutput.State()
        let actions = requests.map { $0(&state) }
        return (actions, state.phase)
    }

    @Test func aRecordingPausesGoesOnAndStops() {
        let answers = answers(start, pause, pause, resume, resume, stop)
        #expect(answers.actions == [.none, .pause, .none, .resume, .none, .finalize])
        #expect(answers.phase == .completed)
    }

    @Test func aPausedRecordingCanBeStoppedAndThrownAway() {
        #expect(answers(start, pause, stop).actions.last == .finalize)
        #expect(answers(start, pause, cancel).actions.last == .remove)
        #expect(answers(start, pause, cancel).phase == .cancelled)
    }

    @Test func whatMakesNoSenseIsRefused() {
        let refused = [
            answers(pause), answers(resume), answers(start, stop, pause),
            answers(start, cancel, resume),
        ]
        for answer in refused {
            guard case .refuse(let error) = answer.actions.last else {
                Issue.record("\(answer) was not refused.")
                continue
            }
            #expect(error.code == .invalidState)
        }
    }

    @Test func theEndIsTheEnd() {
        let answers = answers(start, stop, stop, cancel)
        #expect(answers.actions == [.none, .finalize, .none, .none])
        #expect(answers.phase == .completed)
    }

    @Test func aFailureIsKept() {
        let error = FacecapError(.storageFull, "full")
        let fail: Request = {
            $0.fail(error)
            return .none
        }
        let answers = answers(start, fail, stop)
        #expect(answers.actions == [.none, .none, .none])
        #expect(answers.phase == .failed(error))
    }
}
