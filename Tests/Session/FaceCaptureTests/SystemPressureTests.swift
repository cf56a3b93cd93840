// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// What a session does when the machine is overloaded.
@Suite struct SystemPressureTests {
    /// Has an output look at 30 frames under a pressure; returns the notices.
    private func observe(
        _ output: CaptureMetadataOutput, under state: SystemPressureState, isLossless: Bool
    ) throws -> [CaptureDelivery.Notice] {
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let input = CaptureDeviceInput(device: CaptureSessionTests.device(ScriptedSource([])))
        let connection = CaptureConnection(input: input, mediaType: .video)
        try output.start(connections: [connection], isLossless: isLossless)
        output.deliver(.notice(.systemPressure(state)), from: connection)
        for number in 0..<30 {
            let sample = ScriptedSource.sample(number)
            let frame = CapturedFrame(id: FrameID(number), sampleBuffer: sample)
            output.deliver(.frame(frame), from: connection)
            output.flush()
        }
        output.finish()
        return recorder.content.notices
    }

    @Test(arguments: [
        (SystemPressureState.Level.fair, 1, 0...29), (.serious, 1, 0...9), (.critical, 1, 0...2),
        (.serious, 2, 0...4),
    ])
    func underPressureFewerFramesAreAnalysedAndNoneIsLost(
        level: SystemPressureState.Level, interval: Int, analysed: ClosedRange<Int>
    ) throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.analysisInterval = interval
        let state = SystemPressureState(level: level, factors: [.cpu])
        let notices = try observe(output, under: state, isLossless: false)
        #expect(notices == [.systemPressure(state)])
        let ledger = output.ledger
        #expect(ledger.captured == 30)
        #expect(ledger.analysed == analysed.count)
        #expect(
            ledger.skipped[.systemPressure, default: 0] == 30 / interval - analysed.count)
    }

    @Test func underPressureNoFrameOfAFileIsSkipped() throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        let state = SystemPressureState(level: .critical, factors: [.cpu])
        #expect(try observe(output, under: state, isLossless: true) == [.systemPressure(state)])
        #expect(output.ledger.analysed == 30)
    }

    @Test func anOutputThatComesUnderPressureAnalysesFewerFramesAtOnce() async throws {
        let session = CaptureSession()
        let source = SteppedSource(isLive: true)
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        try await session.addInput(
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source }))
        try await session.startRunning()
        await session.pressureDidChange(SystemPressureState(level: .critical, factors: [.cpu]))
        try await session.addOutput(output)
        for number in 0..<20 {
            source.show([ScriptedSource.frame(number)])
            output.flush()
        }
        await session.stopRunning()
        #expect(output.ledger.captured == 20)
        #expect(output.ledger.skipped == [.systemPressure: 18])
    }

    /// A limit that no machine keeps; a file has none.
    @Test(arguments: [true, false])
    func whatExceedsALimitIsLookedAtLessAndTold(isLive: Bool) throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.limits = CaptureMetadataOutput.Limits(maximumLatencyNanoseconds: 1)
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let input = CaptureDeviceInput(
            device: CaptureDevice(kind: .camera, uniqueID: "c", localizedName: "c") { _ in
                ScriptedSource([])
            })
        let connection = CaptureConnection(input: input, mediaType: .video)
        try output.start(connections: [connection], isLossless: !isLive)
        for number in 0..<100 {
            let sample = ScriptedSource.sample(number)
            let frame = CapturedFrame(
                id: FrameID(number),
                sampleBuffer: VideoSampleBuffer(
                    pixelBuffer: sample.pixelBuffer, presentationTime: sample.presentationTime,
                    captureNanoseconds: Int64(number) * 33_333_334))
            output.deliver(.frame(frame), from: connection)
            output.flush()
        }
        output.finish()
        let told = recorder.content.notices.compactMap {
            if case .systemPressure(let state) = $0 { state.lookIntervals } else { nil }
        }
        #expect(told.map(\.scan) == (isLive ? [4, 20, 30] : []))
        #expect(told.last?.analysis == (isLive ? 6 : nil))
        #expect((output.ledger.skipped[.systemPressure] != nil) == isLive)
        #expect(output.ledger.captured == 100)
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
        var told: [CaptureSession.Notification] = []
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
