import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// What a session does when the machine is overloaded.
@Suite struct SystemPressureTests {
    @Test(arguments: [
        (SystemPressureState.Level.fair, 1, 0...29), (.serious, 1, 0...9), (.critical, 1, 0...2),
        (.serious, 2, 0...4),
    ])
    func underPressureFewerFramesAreAnalysedAndNoneIsLost(
        level: SystemPressureState.Level, interval: Int, analysed: ClosedRange<Int>
    ) throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.analysisInterval = interval
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let input = CaptureDeviceInput(
            device: CaptureDevice(kind: .camera, uniqueID: "c", localizedName: "c") { _ in
                ScriptedSource([])
            })
        let connection = CaptureConnection(input: input, mediaType: .video)
        try output.start(connections: [connection], isLossless: true)
        let state = SystemPressureState(level: level, factors: [.cpu])
        output.deliver(.notice(.systemPressure(state)), from: connection)
        for number in 0..<30 {
            guard case .video(let sample) = ScriptedSource.frame(number) else { return }
            let frame = CapturedFrame(id: FrameID(number), sampleBuffer: sample)
            output.deliver(.frame(frame), from: connection)
        }
        output.finish()
        #expect(recorder.content.notices == [.systemPressure(state)])
        let ledger = output.ledger
        #expect(ledger.captured == 30)
        #expect(ledger.analysed == analysed.count)
        #expect(
            ledger.skipped[.systemPressure, default: 0] == 30 / interval - analysed.count)
    }

    @Test func theSessionTellsItsOutputsAndItsReaders() async throws {
        let session = CaptureSession()
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let device = CaptureDevice(kind: .file, uniqueID: "f", localizedName: "f") { _ in
            ScriptedSource(ScriptedSource.frames(1), ending: .waitForCancel)
        }
        try await session.addInput(CaptureDeviceInput(device: device))
        try await session.addOutput(output)
        let notifications = session.notifications()
        let state = SystemPressureState(level: .critical, factors: [.temperature])
        await session.pressureDidChange(state)
        try await session.startRunning()
        await session.pressureDidChange(state)
        await session.stopRunning()
        #expect(recorder.content.notices == [.systemPressure(state)])
        var told: [CaptureSessionNotification] = []
        for await notification in notifications {
            told.append(notification)
            if case .didStopRunning = notification { break }
        }
        #expect(
            told == [
                .didStartRunning, .systemPressureDidChange(state), .didStopRunning(.stopped),
            ])
    }
}
