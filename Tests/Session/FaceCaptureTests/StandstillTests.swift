// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

@Suite struct StandstillTests {
    private typealias Moment = StandstillDetector.Moment

    private static let second: Int64 = 1_000_000_000

    private func look(monotonic: Int64, sinceBoot: Int64, waited: Int64 = 0) -> Standstill? {
        var detector = StandstillDetector(at: Moment(monotonic: 5, sinceBoot: 7, waited: 9))
        return detector.look(
            at: Moment(monotonic: 5 + monotonic, sinceBoot: 7 + sinceBoot, waited: 9 + waited))
    }

    @Test func clocksThatAreReadOftenShowNoStandstill() {
        #expect(look(monotonic: Self.second / 2, sinceBoot: Self.second / 2) == nil)
    }

    @Test func aProcessThatWasStoppedSawNoClockForLong() {
        let standstill = look(monotonic: 3 * Self.second, sinceBoot: 3 * Self.second)
        #expect(standstill?.reason == "the program was stopped")
        #expect(standstill?.length.seconds == 3)
    }

    @Test func aProcessThatWaitsForAProcessorWasNotStopped() {
        #expect(
            look(monotonic: 5 * Self.second, sinceBoot: 5 * Self.second, waited: 4 * Self.second)
                == nil)
        // It was stopped, and waited when it went on.
        let standstill = look(
            monotonic: 5 * Self.second, sinceBoot: 5 * Self.second, waited: Self.second)
        #expect(standstill?.reason == "the program was stopped")
    }

    @Test func aWaitThatCannotBeReadIsNoStandstill() {
        var detector = StandstillDetector(
            at: Moment(monotonic: 0, sinceBoot: 0, waited: 9 * Self.second))
        func look(atSecond second: Int64, waited: Int64) -> Standstill? {
            let time = second * Self.second
            return detector.look(at: Moment(monotonic: time, sinceBoot: time, waited: waited))
        }
        #expect(look(atSecond: 1, waited: 0) == nil)
        // What was waited before does not hide a stop.
        #expect(look(atSecond: 4, waited: 9 * Self.second)?.reason == "the program was stopped")
    }

    @Test(arguments: [
        ("123 456 7\n", 456), ("0 0 0\n", 0), ("", 0), ("12", 0), ("1 x 3", 0),
    ])
    func theTimeThatAThreadWaitedIsTheSecondNumber(schedstat: String, waited: Int64) {
        #expect(Moment.waited(schedstat: schedstat) == waited)
    }

    @Test func aSuspendedMachineIsToldFromTheClockThatCountsIt() {
        let standstill = look(monotonic: Self.second / 10, sinceBoot: 60 * Self.second)
        #expect(standstill?.reason == "the machine was suspended")
        #expect(standstill?.suspended == MediaTime(value: 599, timescale: 10))
    }

    @Test func aGapSaysHowLongTheMachineWasSuspended() {
        var progress = CaptureProgress(maximumDuration: nil)
        let time = { MediaTime(value: $0, timescale: 10) }
        _ = progress.advance(to: .zero)
        progress.standStill(
            Standstill(reason: "suspended", length: .zero, suspended: time(600)))
        #expect(progress.takeStandstill(before: time(1)) == "suspended")
        progress.interrupt(reason: "suspended")
        progress.endInterruption()
        let gap = progress.advance(to: time(1))
        #expect(gap?.duration == time(1))
        #expect(gap?.wholeDuration == time(601))
        // That of another gap is its own.
        progress.interrupt(reason: "unplugged")
        progress.endInterruption()
        #expect(progress.advance(to: time(4))?.wholeDuration == time(3))
    }

    @Test func aStandstillWhileTheCameraIsAwayIsAPartOfThatGap() {
        var progress = CaptureProgress(maximumDuration: nil)
        let time = { MediaTime(value: $0, timescale: 10) }
        _ = progress.advance(to: .zero)
        progress.interrupt(reason: "unplugged")
        progress.standStill(
            Standstill(reason: "suspended", length: .zero, suspended: time(600)))
        progress.endInterruption()
        #expect(progress.takeStandstill(before: time(2)) == nil)
        let gap = progress.advance(to: time(2))
        #expect(gap?.reason == "unplugged")
        #expect(gap?.wholeDuration == time(602))
        #expect(progress.takeStandstill(before: time(3)) == nil)
        #expect(!progress.isInterrupted)
    }

    @Test func twoStandstillsBetweenTwoFramesAreOne() {
        var progress = CaptureProgress(maximumDuration: nil)
        let time = { MediaTime(value: $0, timescale: 10) }
        _ = progress.advance(to: .zero)
        for length in [Int64(600), 300] {
            progress.standStill(
                Standstill(reason: "suspended", length: .zero, suspended: time(length)))
        }
        #expect(progress.takeStandstill(before: time(1)) == "suspended")
        progress.interrupt(reason: "suspended")
        progress.endInterruption()
        #expect(progress.advance(to: time(1))?.wholeDuration == time(901))
        #expect(progress.takeStandstill(before: time(2)) == nil)
    }

    @Test func aStandstillLiesWhereTheTimesOfTheFramesJump() {
        var progress = CaptureProgress(maximumDuration: nil)
        let time = { MediaTime(value: $0, timescale: 10) }
        _ = progress.advance(to: time(0))
        progress.standStill(
            Standstill(reason: "stopped", length: MediaTime(value: 3, timescale: 1)))
        // A frame that the driver had taken before.
        #expect(progress.takeStandstill(before: time(1)) == nil)
        _ = progress.advance(to: time(1))
        #expect(progress.takeStandstill(before: time(32)) == "stopped")
        #expect(progress.takeStandstill(before: time(33)) == nil)
    }

    @Test func aStandstillWithoutAJumpIsToldToo() {
        var progress = CaptureProgress(maximumDuration: nil)
        _ = progress.advance(to: .zero)
        progress.standStill(
            Standstill(reason: "stopped", length: MediaTime(value: 3, timescale: 1)))
        var frameCount = 0
        while frameCount < 100 {
            frameCount += 1
            let time = MediaTime(value: Int64(frameCount), timescale: 10)
            if progress.takeStandstill(before: time) != nil { break }
            _ = progress.advance(to: time)
        }
        #expect(frameCount < 100)
    }

    @Test func aSourceThatStandsStillIsOverAfterItsDuration() {
        let deadline = CaptureDeadline(MediaTime(value: 2, timescale: 1))
        #expect(!deadline.isOverdue(nowNanoseconds: 100 * Self.second))
        deadline.beginWaiting(nowNanoseconds: 0)
        deadline.endWaiting()
        deadline.begin(nowNanoseconds: Self.second)
        deadline.beginWaiting(nowNanoseconds: Self.second)
        #expect(!deadline.isOverdue(nowNanoseconds: 3 * Self.second))
        #expect(deadline.isOverdue(nowNanoseconds: 4 * Self.second))
        #expect(deadline.isOver)
    }

    @Test func aSourceWhoseFramesComeIsNotOver() {
        let deadline = CaptureDeadline(MediaTime(value: 2, timescale: 1))
        deadline.begin(nowNanoseconds: 0)
        deadline.beginWaiting(nowNanoseconds: 4 * Self.second)
        #expect(!deadline.isOverdue(nowNanoseconds: 4 * Self.second + 1))
        deadline.endWaiting()
        #expect(!deadline.isOverdue(nowNanoseconds: 9 * Self.second))
        #expect(!deadline.isOver)
    }

    @Test func aSessionEndsAfterItsDurationWhileItsCameraIsAway() async throws {
        let source = ScriptedSource(
            [ScriptedSource.frame(0), .interrupted(reason: "the camera went away")],
            ending: .waitForCancel, isLive: true)
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureSessionTests.device(source),
                maximumDuration: MediaTime(value: 1, timescale: 10)))
        try await session.addOutput(CaptureVideoDataOutput())
        let notifications = try await CaptureSessionTests.run(session)
        #expect(notifications.contains(.wasInterrupted(reason: "the camera went away")))
        #expect(notifications.last == .didStopRunning(.duration))
        #expect(!session.isInterrupted)
    }
}
