// SPDX-License-Identifier: Apache-2.0
import Facecap
import Testing

@testable import FacecapCommands

/// When the recordings of several cameras end their session.
@Suite struct ActiveRecordingsTests {
    private let stopRequest = StopRequest(session: CaptureSession())
    private let active: ActiveRecordings
    private let monitors: [RecordMonitor]
    private let movie = CaptureMovieFileOutput()

    init() {
        let active = ActiveRecordings(count: 2, stopRequest: stopRequest)
        self.active = active
        monitors = (0..<2).map { RecordMonitor(active: active, index: $0) }
    }

    private func reachLimit(_ index: Int) {
        monitors[index].movieFileOutput(movie, didReceive: .limitReached(reason: "large"))
        complete(index)
    }

    private func complete(_ index: Int) {
        monitors[index].movieFileOutput(movie, didReceive: .completed)
    }

    enum Step: CaseIterable {
        case limit
        case completion
        case endOfSource
    }

    /// Each comes on a thread of its own.
    @Test(arguments: [
        [Step.limit, .completion, .endOfSource], [.limit, .endOfSource, .completion],
        [.completion, .limit, .endOfSource], [.endOfSource, .completion, .limit],
        [.completion, .endOfSource, .limit], [.endOfSource, .limit, .completion],
    ])
    func aLimitAndTheEndOfTheOtherSourceEndTheSessionInWhicheverOrder(steps: [Step]) {
        for step in steps {
            switch step {
            case .limit: reachLimit(0)
            case .completion: complete(1)
            case .endOfSource: active.endOfSource(1)
            }
        }
        #expect(stopRequest.cause == .limit)
    }

    /// A short video is over while its first image is in the encoder yet.
    @Test(arguments: [false, true])
    func aFileThatBeginsAfterTheEndOfItsSourceKeepsNoSession(limitIsFirst: Bool) {
        if limitIsFirst { reachLimit(0) }
        active.endOfSource(1)
        monitors[1].movieFileOutput(movie, didReceive: .fileStarted(path: "late.mp4"))
        complete(1)
        if !limitIsFirst { reachLimit(0) }
        #expect(stopRequest.cause == .limit)
    }

    @Test func aCancellationCountsAndTablesOfWhatWasCompletedBeforeAreWhole() {
        complete(0)
        for monitor in monitors { monitor.movieFileOutput(movie, didReceive: .cancelled) }
        #expect(monitors.allSatisfy { $0.outcome == .cancelled })
        #expect(monitors[0].isWhole && !monitors[1].isWhole)
    }

    @Test func aRecordingThatGoesOnKeepsTheSession() {
        reachLimit(0)
        #expect(stopRequest.cause == nil)
    }

    @Test func whoStopsTheLastRecordingMayBeginAnother() {
        reachLimit(0)
        complete(1)
        #expect(stopRequest.cause == nil)
        monitors[1].movieFileOutput(movie, didReceive: .fileStarted(path: "next.mp4"))
        active.endOfSource(1)
        #expect(stopRequest.cause == .limit)
    }

    @Test func sourcesThatEndWithoutALimitEndTheSessionThemselves() {
        for index in 0..<2 { active.endOfSource(index) }
        for index in 0..<2 { complete(index) }
        #expect(stopRequest.cause == nil)
    }
}
