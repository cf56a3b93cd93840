// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import MediaCodecs
import MovieReading
import TestSupport
import Testing

@testable import FaceCapture
@testable import FaceMovies
@testable import FaceRecording

/// What a movie tells of a time without frames.
@Suite struct RecordingGapTests {
    private let stage: SteppedRecording

    init() throws { stage = try SteppedRecording() }

    /// Records gray frames at given times, the later ones, which may be of another height, after an interruption.
    private func record(
        _ times: [Double], then later: [Double], height: Int = 48
    ) async throws -> (MovieReader, [CaptureMovieFileOutput.Event]) {
        func images(_ times: [Double], height: Int) -> [CaptureEvent] {
            times.map {
                SteppedImages.image(
                    height: height, at: MediaTime(seconds: $0, preferredTimescale: 1_000_000))
            }
        }
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        // As from a camera: frames in the order in which they are shown.
        settings.video = .encoded(VideoEncoderSettings(isRealTime: true))
        try await stage.record(settings) {
            stage.source.show(images(times, height: 48))
            stage.source.show([.interrupted(reason: "the camera went away"), .interruptionEnded])
            stage.source.show(images(later, height: height))
        }
        return (try MovieReader(path: settings.path), stage.events)
    }

    private func shownTimes() throws -> [Double] {
        try RecordedFrames.times(in: stage.folder.path + "/movie.mp4")
    }

    @Test func aGapLiesAtTheImageBeforeItWithItsLengthAndItsReason() async throws {
        let (movie, _) = try await record([0, 0.1, 0.2], then: [3.5, 3.6])
        let gap = try #require(MovieInspection(movie).gaps.first)
        #expect(abs(gap.time.seconds - 0.2) < 1e-5)
        #expect(gap.seconds == 3.3)
        #expect(gap.reason == "the camera went away")
        #expect(MovieInspection(movie).markers.isEmpty)
        let times = try shownTimes()
        #expect(times.count == 5)
        #expect(zip(times, [0, 0.1, 0.2, 3.5, 3.6]).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    /// A camera without audio is away from 0.2 to 9 s; the requests, in seconds, are made meanwhile or after that.
    @Test(
        arguments: [
            (2, 7, [0, 0.1, 0.2, 4, 4.1, 4.2, 4.3], 3.8),
            (2, 9.15, [0, 0.1, 0.2, 2, 2.1], 1.8),
            (0.5, 0.8, [0, 0.1, 0.2, 9, 9.1, 9.2, 9.3], 8.8),
        ] as [(Double, Double, [Double], Double)])
    func whatAPauseTakesOfAGapIsNotInTheMovie(
        pause: Double, resumption: Double, times: [Double], gap: Double
    ) throws {
        let path = stage.folder.path + "/movie.mp4"
        let video = CaptureConnection(
            input: CaptureDeviceInput(
                device: CaptureDevice(kind: .camera, uniqueID: "gray", localizedName: "gray") {
                    [stage] _ in stage.source
                }), mediaType: .video)
        let run = RecordingRun(
            connections: [video], isLive: true, report: { _ in }, publish: { _ in })
        let start: Int64 = 5_000_000_000
        func nanoseconds(_ seconds: Double) -> Int64 { start + Int64(seconds * 1_000_000_000) }
        var requests: [(Double, RecordingItem.Request)] = [
            (pause, .pause(nanoseconds(pause))),
            (resumption, .resume(nanoseconds(resumption))),
        ]
        var settings = CaptureMovieFileOutput.Settings(path: path)
        settings.video = .encoded(VideoEncoderSettings(isRealTime: true))
        run.receive(.request(.start(settings, CancelRequest())))
        for (number, tenths) in ([0, 1, 2, 90, 91, 92, 93] as [Int64]).enumerated() {
            let time = MediaTime(value: tenths, timescale: 10)
            while let (seconds, request) = requests.first, seconds < time.seconds {
                run.receive(.request(request))
                requests.removeFirst()
            }
            if number == 3 {
                let gap = CaptureDelivery.Gap(
                    reason: "away", start: MediaTime(value: 2, timescale: 10), end: time)
                run.receive(.notice(.interruptionEnded(gap)))
            }
            guard case .video(let image) = SteppedImages.image(at: time) else { continue }
            let sample = VideoSampleBuffer(
                pixelBuffer: image.pixelBuffer, presentationTime: time,
                captureNanoseconds: nanoseconds(time.seconds))
            run.receive(.frame(CapturedFrame(id: FrameID(number), sampleBuffer: sample)))
        }
        run.finish()
        let movie = try MovieReader(path: path)
        let shown = try shownTimes()
        #expect(shown.count == times.count)
        #expect(zip(shown, times).allSatisfy { abs($0 - $1) < 1e-4 }, "\(shown)")
        #expect(MovieInspection(movie).gaps.map(\.seconds) == [gap])
    }

    @Test func aGapOfHoursIsBridgedByAnImageAnHour() async throws {
        let late = 3.0 * 3600 + 100
        let (movie, events) = try await record([0, 0.1], then: [late, late + 0.1])
        #expect(events.contains(.completed))
        let expected = [0, 0.1, 3600.1, 7200.1, 10800.1, late, late + 0.1]
        let times = try shownTimes()
        #expect(times.count == expected.count)
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(MovieInspection(movie).gaps.first?.seconds == late - 0.1)
    }

    @Test func aGapOfMoreThanADayInAFileIsAWrongTime() async throws {
        let late = 2.0 * 86400
        let (_, events) = try await record([0, 0.1], then: [late])
        let failure = events.lazy.compactMap { event -> FacecapError? in
            if case .failed(let error) = event { error } else { nil }
        }.first
        #expect(failure?.code == .mediaDamaged)
        #expect(failure?.message.contains("more than 24 hours after") == true)
        // What came before is kept.
        #expect(try shownTimes().count == 2)
    }

    @Test func imagesOfAnotherSizeGoOnInTheSameMovie() async throws {
        let (movie, events) = try await record([0, 0.1], then: [1, 1.1], height: 24)
        #expect(events.contains(.completed))
        #expect(movie.tracks.first { $0.kind == .video }?.height == 48)
        #expect(try shownTimes().count == 4)
    }

    /// Not in real time, the encoder holds frames back, and shows them in another order than it decodes them.
    @Test(arguments: [true, false])
    func aFileOfFacesEndsAtAGapAndAFaceBehindItBeginsAnother(isRealTime: Bool) async throws {
        let stage = try SteppedRecording(detector: LightDetector())
        var settings = CaptureMovieFileOutput.Settings(path: stage.folder.path + "/movie.mp4")
        settings.video = .encoded(VideoEncoderSettings(isRealTime: isRealTime, threads: 1))
        let second = MediaTime(value: 1, timescale: 1)
        settings.trigger = .faces(preRoll: second, postRoll: second)
        func images(_ tenths: Range<Int64>) -> [CaptureEvent] {
            tenths.map {
                SteppedImages.image(at: MediaTime(value: $0, timescale: 10), luma: 200)
            }
        }
        try await stage.record(settings) {
            stage.source.show(images(0..<30))
            stage.source.show([.interrupted(reason: "the camera went away"), .interruptionEnded])
            stage.source.show(images(100..<110))
        }
        let numbers = try stage.folder.contents.map {
            try RecordedFaces.frameNumbers(in: stage.folder.path + "/" + $0)
        }
        #expect(numbers == [Array(0..<30), Array(30..<40)])
    }

    @Test(arguments: ["", "x reason", "-1 reason", "nan reason", "inf r"])
    func textsThatAreNoGapsAreNotTakenForOnes(text: String) {
        #expect(
            RecordingGap(MarkerReader.Marker(key: "org.facecap.gap", text: text, time: .zero))
                == nil)
        #expect(
            RecordingGap(MarkerReader.Marker(key: "org.facecap.marker", text: "1 r", time: .zero))
                == nil)
    }
}
