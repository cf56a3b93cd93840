// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing
import TestSupport

/// What is a part of one session, also once nobody holds on to that any longer.
@Suite(.usualTimeLimit) struct ReleasedSessionTests {
    private let source = SteppedSource(isLive: true)
    private let recorder = Recorder()
    private let faces = CaptureMetadataOutput(detector: ScriptedDetector())
    private let input: CaptureDeviceInput

    init() {
        input = CaptureDeviceInput(device: CaptureSessionTests.device { [source] _ in source })
        faces.setMetadataObjectsDelegate(recorder)
    }

    /// Makes a session and lets go of it; its notifications.
    private func release(
        whileItRuns isRunning: Bool
    ) async throws -> AsyncStream<CaptureSession.Notification> {
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(faces)
        if isRunning {
            try await session.startRunning()
            source.show((0..<3).map(ScriptedSource.frame))
        }
        return session.notifications()
    }

    @Test func aSessionThatIsReleasedStopsAndFinishesWhatWasDelivered() async throws {
        var seen: [CaptureSession.Notification] = []
        for await notification in try await release(whileItRuns: true) {
            seen.append(notification)
        }
        #expect(seen == [.didStopRunning(.stopped)])
        #expect(recorder.content.observations.map(\.frame.number) == [0, 1, 2])
        #expect(input.videoFormat == nil)
    }

    @Test(arguments: [false, true])
    func whatASessionHadThatIsReleasedCanBeAddedToAnother(isRunning: Bool) async throws {
        _ = try await release(whileItRuns: isRunning)
        let session = CaptureSession()
        #expect(await session.canAddInput(input))
        #expect(await session.canAddOutput(faces))
        try await session.addInput(input)
        try await session.addOutput(faces)
        #expect(input.videoFormat != nil)
    }

    @Test func whatIsPartOfAnotherSessionIsRefused() async throws {
        let (first, second) = (CaptureSession(), CaptureSession())
        try await first.addInput(input)
        try await first.addOutput(faces)
        #expect(await !second.canAddInput(input))
        #expect(await !second.canAddOutput(faces))
        let refusal = await #expect(throws: FacecapError.self) {
            try await second.addInput(input)
        }
        #expect(refusal?.code == .invalidState && refusal?.message.contains("scripted") == true)
        await #expect(throws: FacecapError.self) { try await second.addOutput(faces) }
        #expect(await second.inputs.isEmpty)
        #expect(await second.outputs.isEmpty)
        #expect(input.videoFormat != nil)
        try await first.removeInput(input)
        try await first.removeOutput(faces)
        try await second.addInput(input)
        try await second.addOutput(faces)
        #expect(await !first.canAddInput(input))
    }
}
