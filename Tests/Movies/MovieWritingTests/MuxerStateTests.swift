// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import MovieWriting

@Suite struct MuxerStateTests {
    private let failure = FacecapError(.storageFull, "full")

    private func error(_ body: () throws(FacecapError) -> Void) -> FacecapError? {
        do throws(FacecapError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aMovieIsWrittenAndFinished() throws {
        var state = MuxerState()
        #expect(state.status == .unknown)
        state.begin()
        #expect(state.status == .running)
        try state.finish()
        #expect(state.status == .finishing)
        #expect(
            error { () throws(FacecapError) in try state.checkThatSamplesAreTaken() }?.code
                == .invalidState)
        #expect(error { () throws(FacecapError) in try state.finish() }?.code == .invalidState)
        state.complete()
        #expect(state.status == .completed && state.isOver)
        #expect(state.cancel() == false && state.fail(failure) == false)
        #expect(state.status == .completed)
    }

    @Test func aFailureIsRememberedAndNothingFollowsIt() throws {
        var state = MuxerState()
        state.begin()
        #expect(state.fail(failure) == true)
        #expect(state.fail(FacecapError(.outputFailed, "later")) == false)
        #expect(state.status == .failed(failure))
        #expect(
            error { () throws(FacecapError) in try state.checkThatSamplesAreTaken() } == failure)
        #expect(error { () throws(FacecapError) in try state.finish() } == failure)
        state.complete()
        #expect(state.cancel() == false && state.status == .failed(failure))
    }

    @Test func aCancelledMovieGoesAway() throws {
        var state = MuxerState()
        try state.finish()
        #expect(state.cancel() == true)
        #expect(state.status == .cancelled && state.isOver)
        state.complete()
        #expect(state.status == .cancelled && state.cancel() == false)
    }
}
