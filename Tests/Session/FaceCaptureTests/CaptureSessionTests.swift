// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization
import Testing

@Suite struct CaptureSessionTests {
    static func device(
        _ name: String = "scripted", presets: Set<CaptureSession.Preset> = [],
        _ open:
            @escaping @Sendable (CaptureSession.Preset) throws(FacecapError) ->
            sending any CaptureSource
    ) -> CaptureDevice {
        CaptureDevice(
            kind: .file, uniqueID: name, localizedName: name, supportedPresets: presets, open: open)
    }

    static func device(_ source: ScriptedSource) -> CaptureDevice {
        device { _ in source }
    }

    /// Runs a session to its end and returns its notifications.
    static func run(_ session: CaptureSession) async throws -> [CaptureSession.Notification] {
        let notifications = session.notifications()
        try await session.startRunning()
        var seen: [CaptureSession.Notification] = []
        for await notification in notifications {
            seen.append(notification)
            if case .didStopRunning = notification { break }
        }
        return seen
    }

    @Test func aFileIsAnalysedFrameByFrameAndLosesNone() async throws {
        let recorder = Recorder()
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(device: Self.device(ScriptedSource(ScriptedSource.frames(50)))))
        try await session.addOutput(output)
        let notifications = try await Self.run(session)
        #expect(notifications == [.didStartRunning, .didStopRunning(.endOfStream)])
        #expect(recorder.content.observations.map(\.frame.number) == Array(0..<50))
        #expect(recorder.content.observations.allSatisfy { $0.outcome == .analysed })
        #expect(output.ledger.captured == 50)
        #expect(output.ledger.analysed == 50)
        #expect(await session.isRunning == false)
    }

    @Test func whatIsPartOfASessionCannotBeAddedAgain() async throws {
        let session = CaptureSession()
        let input = CaptureDeviceInput(
            device: Self.device(ScriptedSource(ScriptedSource.frames(1))))
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        #expect(await session.canAddInput(input))
        #expect(await session.canAddOutput(output))
        #expect(await !session.canAddOutput(output, from: [input]))
        await session.beginConfiguration()
        try await session.addInput(input)
        try await session.addOutput(output, from: [input])
        #expect(await !session.canAddInput(input))
        #expect(await !session.canAddOutput(output))
        await #expect(throws: FacecapError.self) { try await session.addInput(input) }
        try await session.removeOutput(output)
        #expect(await session.canAddOutput(output, from: [input]))
    }

    @Test func aLiveSourceSkipsFramesWhileTheDetectorIsBusyAndTellsOfEach() async throws {
        let recorder = Recorder()
        let detector = ScriptedDetector(isHeld: true)
        let output = CaptureMetadataOutput(detector: detector)
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        let source = ScriptedSource(
            ScriptedSource.frames(20), ending: .waitForCancel, isLive: true)
        try await session.addInput(CaptureDeviceInput(device: Self.device(source)))
        try await session.addOutput(output)
        try await session.startRunning()
        detector.waitUntilLooking()
        source.waitUntilTaken()
        detector.release()
        await session.stopRunning()
        #expect(recorder.content.observations.map(\.frame.number) == Array(0..<20))
        #expect(recorder.content.observations.last?.outcome == .analysed)
        let ledger = output.ledger
        #expect(ledger.captured == 20)
        #expect(ledger.analysed + (ledger.skipped[.lateData] ?? 0) == 20)
        #expect((ledger.skipped[.lateData] ?? 0) >= 18)
    }

    @Test func aSourceThatFailsStopsTheSessionWithItsError() async throws {
        let error = FacecapError(.mediaDamaged, "torn")
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(
                device: Self.device(
                    ScriptedSource(ScriptedSource.frames(2), ending: .failure(error)))))
        let notifications = try await Self.run(session)
        #expect(
            notifications == [
                .didStartRunning, .runtimeError(error), .didStopRunning(.error(error)),
            ])
    }

    @Test func theMaximumDurationEndsTheStreamBeforeTheFrameThatReachesIt() async throws {
        let recorder = Recorder()
        let output = CaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder)
        let session = CaptureSession()
        let source = ScriptedSource((3..<40).map(ScriptedSource.frame), ending: .waitForCancel)
        let input = CaptureDeviceInput(
            device: Self.device(source), maximumDuration: MediaTime(value: 1, timescale: 1))
        try await session.addInput(input)
        #expect(input.estimatedFrameCount == 10)
        try await session.addOutput(output)
        let notifications = try await Self.run(session)
        #expect(notifications.last == .didStopRunning(.duration))
        #expect(recorder.content.frames.count == 10)
    }

    @Test func aConfigurationTakesEffectTogetherOrNotAtAll() async throws {
        let session = CaptureSession()
        let good = CaptureDeviceInput(device: Self.device(ScriptedSource([])))
        let bad = CaptureDeviceInput(
            device: Self.device("missing") { _ throws(FacecapError) in
                throw FacecapError(.sourceNotFound, "missing")
            })
        await session.beginConfiguration()
        try await session.addInput(good)
        try await session.addInput(bad)
        await #expect(throws: FacecapError.self) { try await session.commitConfiguration() }
        #expect(await session.inputs.isEmpty)
        #expect(good.videoFormat == nil)
    }

    @Test func aFailedSwitchLeavesTheOldDeviceRunning() async throws {
        let recorder = Recorder()
        let output = CaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder)
        let session = CaptureSession()
        let old = CaptureDeviceInput(
            device: Self.device(ScriptedSource(ScriptedSource.frames(1), ending: .waitForCancel)))
        try await session.addInput(old)
        try await session.addOutput(output)
        try await session.startRunning()
        await session.beginConfiguration()
        try await session.removeInput(old)
        try await session.addInput(
            CaptureDeviceInput(
                device: Self.device("missing") { _ throws(FacecapError) in
                    throw FacecapError(.deviceBusy, "busy")
                }))
        await #expect(throws: FacecapError.self) { try await session.commitConfiguration() }
        #expect(await session.isRunning)
        #expect(await session.inputs.first === old)
        await recorder.waitForFrames(1)
        await session.stopRunning()
        #expect(recorder.content.frames == [FrameID(0)])
    }

    @Test func aDeviceIsSwitchedWhileRunningAndTheOutputGoesOn() async throws {
        let recorder = Recorder()
        let output = CaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder)
        let session = CaptureSession()
        let first = CaptureDeviceInput(
            device: Self.device(ScriptedSource(ScriptedSource.frames(3), ending: .waitForCancel)))
        try await session.addInput(first)
        try await session.addOutput(output)
        let notifications = session.notifications()
        try await session.startRunning()
        await recorder.waitForFrames(3)
        await session.beginConfiguration()
        try await session.removeInput(first)
        try await session.addInput(
            CaptureDeviceInput(device: Self.device(ScriptedSource(ScriptedSource.frames(2)))))
        try await session.commitConfiguration()
        for await notification in notifications {
            if case .didStopRunning = notification { break }
        }
        #expect(recorder.content.frames.map(\.number) == [0, 1, 2, 3, 4])
    }

    @Test func aDeviceThatIsNotThereIsNotCalledOneWithoutThePreset() async throws {
        let session = CaptureSession()
        try await session.setSessionPreset(.hd1920x1080)
        let device = Self.device { _ throws(FacecapError) in
            throw FacecapError(.sourceNotFound, "There is no such file.")
        }
        let failure = await #expect(throws: FacecapError.self) {
            try await session.addInput(CaptureDeviceInput(device: device))
        }
        #expect(failure?.code == .sourceNotFound)
    }

    @Test func aPresetTheDeviceDoesNotKnowIsRefusedWithTheOnesItKnows() async throws {
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(
                device: Self.device("cam", presets: [.low]) { _ in ScriptedSource([]) }))
        await #expect {
            try await session.setSessionPreset(.hd1920x1080)
        } throws: { error in
            let error = error as? FacecapError
            return error?.code == .formatUnsupported && error?.message.contains("low") == true
        }
        #expect(await session.sessionPreset == .inputPriority)
        #expect(await !session.canSetSessionPreset(.hd1920x1080))
        #expect(await session.canSetSessionPreset(.low))
        try await session.setSessionPreset(.low)
        #expect(await session.sessionPreset == .low)
    }

    @Test func aSessionWithoutInputDoesNotStart() async {
        let session = CaptureSession()
        await #expect(throws: FacecapError.self) { try await session.startRunning() }
        await #expect(throws: FacecapError.self) { try await session.commitConfiguration() }
    }

    @Test func aStoppedSessionOpensItsDeviceAgainAndRunsAgain() async throws {
        let recorder = Recorder()
        let output = CaptureVideoDataOutput()
        output.setSampleBufferDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(
                device: Self.device("file") { _ in ScriptedSource(ScriptedSource.frames(2)) }))
        try await session.addOutput(output)
        _ = try await Self.run(session)
        _ = try await Self.run(session)
        #expect(recorder.content.frames.map(\.number) == [0, 1, 0, 1])
    }

    @Test func interruptionsAreToldInTheirPlaceAndToTheSession() async throws {
        let recorder = Recorder()
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        let events: [CaptureEvent] = [
            ScriptedSource.frame(0), .lost(count: 3), .interrupted(reason: "unplugged"),
            .interruptionEnded, ScriptedSource.frame(1),
            .dropped(.corruptData, presentationTime: MediaTime(value: 2, timescale: 10)),
        ]
        try await session.addInput(CaptureDeviceInput(device: Self.device(ScriptedSource(events))))
        try await session.addOutput(output)
        let notifications = try await Self.run(session)
        #expect(
            notifications == [
                .didStartRunning, .wasInterrupted(reason: "unplugged"), .interruptionEnded,
                .didStopRunning(.endOfStream),
            ])
        #expect(
            recorder.content.notices == [
                .lost(count: 3), .interrupted(reason: "unplugged"),
                .interruptionEnded(
                    CaptureDelivery.Gap(
                        reason: "unplugged", start: .zero, end: MediaTime(value: 1, timescale: 10))),
                .ended(.endOfStream),
            ])
        #expect(output.ledger.lost == 3)
        #expect(output.ledger.captured == 3)
        #expect(output.ledger.dropped == [.corruptData: 1])
    }
}
