// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct RecordingTimelineTests {
    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: 30) }

    @Test func withoutPausesTimesStayAsTheyAre() {
        let timeline = RecordingTimeline()
        #expect(timeline.movieTime(of: time(-7)) == time(-7))
        #expect(timeline.movieTime(of: time(1_000_000)) == time(1_000_000))
    }

    @Test func pausesTakeNoTime() {
        var timeline = RecordingTimeline()
        timeline.pause(at: time(10))
        #expect(timeline.movieTime(of: time(9)) == time(9))
        #expect(timeline.movieTime(of: time(10)) == nil)
        timeline.resume(at: time(40))
        #expect(timeline.movieTime(of: time(39)) == nil)
        #expect(timeline.movieTime(of: time(40)) == time(10))
        timeline.pause(at: time(50))
        timeline.resume(at: time(55))
        #expect(timeline.movieTime(of: time(49)) == time(19))
        #expect(timeline.movieTime(of: time(52)) == nil)
        #expect(timeline.movieTime(of: time(60)) == time(25))
    }

    @Test func lateSamplesFromBeforeAPauseKeepTheirPlace() {
        var timeline = RecordingTimeline()
        timeline.pause(at: time(10))
        timeline.resume(at: time(20))
        #expect(timeline.movieTime(of: time(5)) == time(5))
    }

    @Test func aPauseLiesAtOneTimeOfTheMovie() {
        var timeline = RecordingTimeline()
        timeline.pause(at: time(10))
        #expect(timeline.nearestMovieTime(of: time(9)) == time(9))
        #expect(timeline.nearestMovieTime(of: time(30)) == time(10))
        timeline.resume(at: time(40))
        #expect(timeline.nearestMovieTime(of: time(30)) == time(10))
        #expect(timeline.nearestMovieTime(of: time(45)) == time(15))
        timeline.pause(at: time(50))
        #expect(timeline.nearestMovieTime(of: time(60)) == time(20))
    }

    @Test func pausingTwiceIsPausingOnce() {
        var timeline = RecordingTimeline()
        timeline.pause(at: time(10))
        timeline.pause(at: time(12))
        timeline.resume(at: time(20))
        timeline.resume(at: time(30))
        #expect(timeline.movieTime(of: time(30)) == time(20))
    }

    @Test func whenSomethingWasCapturedIsToldAcrossPauses() {
        var timeline = RecordingTimeline()
        #expect(timeline.captureNanoseconds(at: time(0)) == nil)
        timeline.pause(at: time(30))
        timeline.resume(at: time(60))
        timeline.pause(at: time(90))
        timeline.resume(at: time(180))
        timeline.pause(at: time(300))
        let pool = PixelBufferPool(format: .gray8, width: 2, height: 2)
        timeline.receive(
            VideoSampleBuffer(
                pixelBuffer: pool.makePixelBuffer { _ in }, presentationTime: time(360),
                captureNanoseconds: 100_000_000_000))
        // Four seconds of the source's twelve are in pauses before its newest frame.
        for (movieTime, seconds) in [
            (0, 88), (15, 88.5), (30, 90), (45, 90.5), (60, 94), (120, 96),
        ] {
            #expect(
                timeline.captureNanoseconds(at: time(Int64(movieTime)))
                    == Int64(seconds * 1_000_000_000), "\(movieTime)")
        }
    }
}
