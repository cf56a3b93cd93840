// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import TestSupport
import Testing

@testable import FaceCapture

/// Several inputs of one session, on one clock.
@Suite(.usualTimeLimit) struct SeveralInputsTests {
    /// Hands out what it is told to, with times of `CLOCK_MONOTONIC`.
    private final class HostSource: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat?
        let audioFormat: AudioFormat?
        let timebase = CaptureEvent.Timebase.host
        let isLive = true
        let estimatedFrameCount: Int? = nil

        init(hasFrames: Bool) {
            videoFormat = hasFrames ? VideoFormat(width: 4, height: 2, frameRate: 10) : nil
            audioFormat = hasFrames ? nil : AudioFormat(sampleRate: 1000, channelCount: 2)
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? { nil }
        func cancel() {}
    }

    private let clock = SessionClock()

    private func image(milliseconds: Int64) -> CaptureEvent {
        .video(
            VideoSampleBuffer(
                pixelBuffer: ScriptedSource.sample(0).pixelBuffer,
                presentationTime: MediaTime(value: milliseconds * 1000, timescale: 1_000_000),
                captureNanoseconds: milliseconds * 1_000_000))
    }

    /// 10 ms of two channels at 1000 Hz that count the sample frames.
    private func audio(milliseconds: Int64) -> CaptureEvent {
        .audio(
            AudioSampleBuffer(
                samples: (0..<10).flatMap { [Float($0), -Float($0)] }, sampleRate: 1000,
                channelCount: 2,
                presentationTime: MediaTime(value: milliseconds * 1000, timescale: 1_000_000)))
    }

    private func times(
        of events: [CaptureEvent], on timeline: inout SessionTimeline
    ) -> [Double] {
        var times: [Double] = []
        for event in events {
            timeline.place(event) { placed in
                switch placed {
                case .video(let sample): times.append(sample.presentationTime.seconds)
                case .audio(let sample): times.append(sample.presentationTime.seconds)
                default: break
                }
            }
        }
        return times
    }

    private func timeline(hasFrames: Bool, beginsSession: Bool) -> SessionTimeline {
        SessionTimeline(
            OpenSource(HostSource(hasFrames: hasFrames)), clock, beginsSession: beginsSession)
    }

    @Test func timesCountFromTheFirstImageOfAnyCamera() {
        var left = timeline(hasFrames: true, beginsSession: true)
        var right = timeline(hasFrames: true, beginsSession: true)
        #expect(times(of: [image(milliseconds: 5000)], on: &left) == [0])
        #expect(
            times(of: [image(milliseconds: 5010), image(milliseconds: 5110)], on: &right)
                == [0.01, 0.11])
    }

    @Test func imagesFromBeforeTheSessionsZeroAreLost() {
        _ = clock.begin(at: 5_000_000_000)
        var late = timeline(hasFrames: true, beginsSession: true)
        var lostCount = 0
        late.place(image(milliseconds: 4990)) { event in
            if case .lost(let count) = event { lostCount += count }
        }
        #expect(lostCount == 1)
        #expect(times(of: [image(milliseconds: 5090)], on: &late) == [0.09])
    }

    @Test func audioWaitsForTheFirstImageAndIsCutThere() {
        var timeline = self.timeline(hasFrames: false, beginsSession: false)
        let early = [audio(milliseconds: 80), audio(milliseconds: 90)]
        #expect(times(of: early, on: &timeline) == [])
        _ = clock.begin(at: 94_000_000)
        var kept: [Float] = []
        timeline.place(audio(milliseconds: 100)) { event in
            if case .audio(let sample) = event { kept += sample.samples }
        }
        #expect(kept.prefix(4) == [4, -4, 5, -5])
        #expect(kept.count == 2 * (6 + 10))
    }

    @Test func theAudioOfASessionWithoutImagesBeginsAtZero() {
        var timeline = self.timeline(hasFrames: false, beginsSession: true)
        #expect(
            times(of: [audio(milliseconds: 80), audio(milliseconds: 90)], on: &timeline)
                == [0, 0.01])
    }

    // MARK: Inputs that go

    private func inputs(_ sources: [SteppedSource]) -> [CaptureDeviceInput] {
        sources.map { source in
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
        }
    }

    @Test func audioBeginsOnceTheCameraThatGaveNoFramesIsGone() async throws {
        let microphone = SteppedSource(isMicrophone: true)
        let inputs = self.inputs([SteppedSource(), microphone])
        let (hearing, output) = (Recorder(), CaptureAudioDataOutput())
        output.setSampleBufferDelegate(hearing)
        let session = CaptureSession()
        for input in inputs { try await session.addInput(input) }
        try await session.addOutput(output, from: [inputs[1]])
        try await session.startRunning()
        microphone.show([ScriptedSource.audio(1)])
        try await session.removeInput(inputs[0])
        microphone.show([ScriptedSource.audio(2)])
        await session.stopRunning()
        #expect(hearing.content.audio.map(\.samples) == [[2]])
    }

    @Test func theSessionStopsWithoutTheLastInputThatHasNotEnded() async throws {
        let sources = [SteppedSource(), SteppedSource()]
        let inputs = self.inputs(sources)
        let session = CaptureSession()
        for input in inputs { try await session.addInput(input) }
        try await session.startRunning()
        sources[0].end()
        // At the latest now.
        await session.didEnd(1, .endOfStream)
        #expect(await session.isRunning)
        try await session.removeInput(inputs[1])
        #expect(await !session.isRunning)
    }

    // MARK: A microphone

    @Test func aMicrophonesInterruptionIsToldInItsPlaceAndNotToTheFaces() async throws {
        let events: [CaptureEvent] = [
            ScriptedSource.audio(0), .interrupted(reason: "unplugged"), ScriptedSource.audio(1),
            ScriptedSource.audio(2), .lostAudio(count: 2), .interruptionEnded,
            ScriptedSource.audio(3),
        ]
        let (faces, hearing) = (Recorder(), Recorder())
        let session = CaptureSession()
        let microphone = CaptureDeviceInput(
            device: CaptureSessionTests.device(
                ScriptedSource(events, ending: .waitForCancel, isMicrophone: true)))
        let camera = CaptureDeviceInput(
            device: CaptureSessionTests.device(
                ScriptedSource(ScriptedSource.frames(3), ending: .waitForCancel)))
        let (metadata, audio) = (
            CaptureMetadataOutput(detector: ScriptedDetector()), CaptureAudioDataOutput()
        )
        metadata.setMetadataObjectsDelegate(faces)
        audio.setSampleBufferDelegate(hearing)
        try await session.addInput(microphone)
        try await session.addInput(camera)
        try await session.addOutput(metadata, from: [camera])
        try await session.addOutput(audio, from: [microphone])
        try await session.startRunning()
        // What came meanwhile is silence, which no one is told of.
        await hearing.waitForAudio(2)
        await faces.waitForObservations(3)
        await session.stopRunning()
        // From the last audio before to the first that is no silence.
        let gap = CaptureDelivery.Gap(
            reason: "unplugged", start: MediaTime(value: 0, timescale: 10),
            end: MediaTime(value: 3, timescale: 10))
        #expect(
            hearing.content.audioNotices == [
                .interrupted(reason: "unplugged"), .lostAudio(count: 2), .interruptionEnded(gap),
            ])
        #expect(faces.content.sourceNotices == [])
        #expect(Set(faces.content.observations.flatMap { $0.faces.map(\.faceID) }).count == 1)
    }

    // MARK: A camera that fails

    /// A session of a camera that fails after two frames and one that waits; what their outputs are told.
    private func fail(
        _ error: FacecapError, goesOn: Bool
    ) async throws -> (session: CaptureSession, broken: Recorder, other: Recorder) {
        let session = CaptureSession(goesOnAfterFailure: goesOn)
        let endings: [ScriptedSource.Ending] = [.failure(error), .waitForCancel]
        var recorders: [Recorder] = []
        for ending in endings {
            let source = ScriptedSource(ScriptedSource.frames(2), ending: ending)
            let input = CaptureDeviceInput(device: CaptureSessionTests.device(source))
            let output = CaptureMetadataOutput(detector: ScriptedDetector())
            recorders.append(Recorder())
            output.setMetadataObjectsDelegate(recorders.last)
            try await session.addInput(input)
            try await session.addOutput(output, from: [input])
        }
        return (session, recorders[0], recorders[1])
    }

    @Test func aCameraThatFailsStopsAllOfThemAndSaysSoInItsPlace() async throws {
        let error = FacecapError(.deviceDisconnected, "unplugged")
        let (session, broken, other) = try await fail(error, goesOn: false)
        let notifications = try await CaptureSessionTests.run(session)
        #expect(notifications.last == .didStopRunning(.error(error)))
        #expect(broken.content.sourceNotices == [.ended(.error(error))])
        #expect(broken.content.observations.count == 2)
        #expect(other.content.sourceNotices == [])
    }

    @Test func theOthersGoOnWhereTheSessionSurvivesAFailure() async throws {
        let error = FacecapError(.deviceDisconnected, "unplugged")
        let (session, broken, other) = try await fail(error, goesOn: true)
        let notifications = session.notifications()
        try await session.startRunning()
        for await notification in notifications where notification == .runtimeError(error) { break }
        await other.waitForObservations(2)
        #expect(await session.isRunning)
        await session.stopRunning()
        #expect(broken.content.sourceNotices == [.ended(.error(error))])
        #expect(other.content.observations.count == 2)
        #expect(other.content.sourceNotices == [])
    }
}
