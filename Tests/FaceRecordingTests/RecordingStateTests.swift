import FaceValues
import Testing

@testable import FaceRecording

@Suite struct RecordingStateTests {
    private var running: RecordingState {
        var state = RecordingState()
        _ = state.start()
        return state
    }

    @Test func aRecordingPausesGoesOnAndStops() {
        var state = RecordingState()
        #expect(state.start() == .begin)
        #expect(state.pause() == .pause)
        #expect(state.phase == .paused)
        #expect(state.pause() == .none)
        #expect(state.resume() == .resume)
        #expect(state.stop() == .finalize)
        #expect(state.phase == .completed)
    }

    @Test func aPausedRecordingCanBeStoppedAndThrownAway() {
        var stopped = running
        _ = stopped.pause()
        #expect(stopped.stop() == .finalize)
        var cancelled = running
        _ = cancelled.pause()
        #expect(cancelled.cancel() == .remove)
        #expect(cancelled.phase == .cancelled)
    }

    @Test func whatMakesNoSenseIsRefused() {
        var state = running
        if case .refuse(let error) = state.start() {
            #expect(error.code == .invalidState)
        } else {
            Issue.record("A second start was not refused.")
        }
        _ = state.stop()
        for action in [state.pause(), state.resume()] {
            guard case .refuse = action else {
                Issue.record("\(action) was not refused.")
                continue
            }
        }
    }

    @Test func theEndIsTheEnd() {
        var state = running
        _ = state.stop()
        #expect(state.stop() == .none)
        #expect(state.cancel() == .none)
        #expect(state.phase == .completed)
    }

    @Test func aFailureIsKept() {
        let error = FacecapError(.storageFull, "full")
        var state = running
        #expect(state.fail(error) == .none)
        #expect(state.phase == .failed(error))
        #expect(state.stop() == .none)
        #expect(state.phase == .failed(error))
    }
}
