// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import SystemSupport
import Testing

@Suite struct DepthDataOutputTests {
    private func device(_ source: ScriptedSource) -> CaptureDevice {
        CaptureDevice(
            kind: .camera, uniqueID: "depth", localizedName: "depth", mediaTypes: [.depth]
        ) { _ throws(FacecapError) in source }
    }

    private func run(
        _ output: CaptureDepthDataOutput, _ source: ScriptedSource, isEnabled: Bool = true
    ) async throws {
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: device(source)))
        try await session.addOutput(output)
        try #require(await session.connection(to: output)).isEnabled = isEnabled
        _ = try await CaptureSessionTests.run(session)
    }

    @Test func everyImageOfDistancesIsHandedOverInOrder() async throws {
        let delegate = DepthRecorder()
        let output = CaptureDepthDataOutput()
        output.setDelegate(delegate)
        let events = (0..<20).map { ScriptedSource.depth($0, firstColumn: UInt16(100 * $0 + 1)) }
        try await run(output, ScriptedSource(events, isDepthCamera: true))
        let depthData = delegate.content.depthData
        #expect(depthData.map(\.frame.id.number) == Array(0..<20))
        #expect(depthData.map(\.presentationTime.seconds) == (0..<20).map { Double($0) / 10 })
        #expect(depthData[7].distance(x: 2, y: 1) == 0.703)
    }

    @Test func aDepthCameraDoesNotKeepASessionRunningBesideImages() async throws {
        let session = CaptureSession()
        let recorder = DepthRecorder()
        let output = CaptureDepthDataOutput()
        output.setDelegate(recorder)
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureSessionTests.device(ScriptedSource(ScriptedSource.frames(3)))))
        try await session.addInput(
            CaptureDeviceInput(
                device: device(
                    ScriptedSource(
                        [ScriptedSource.depth(0)], ending: .waitForCancel, isDepthCamera: true))))
        try await session.addOutput(output)
        let last = try await CaptureSessionTests.run(session).last
        #expect(last == .didStopRunning(.endOfStream))
    }

    @Test func aLiveDepthCameraThatBeginsLateEndsWithTheSession() async throws {
        let recorder = DepthRecorder()
        let output = CaptureDepthDataOutput()
        output.setDelegate(recorder)
        let source = ScriptedSource(
            (3..<40).map { ScriptedSource.depth($0) }, ending: .waitForCancel, isLive: true,
            isDepthCamera: true)
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(
                device: device(source), maximumDuration: MediaTime(value: 1, timescale: 1)))
        try await session.addOutput(output)
        let last = try await CaptureSessionTests.run(session).last
        #expect(last == .didStopRunning(.duration))
        let content = recorder.content
        #expect(content.depthData.count + content.drops.count == 7)
    }

    @Test func theUnitCanBeSet() async throws {
        let recorder = DepthRecorder()
        let output = CaptureDepthDataOutput()
        output.setDelegate(recorder)
        output.depthUnit = 0.0001
        try await run(output, ScriptedSource([ScriptedSource.depth(0)], isDepthCamera: true))
        #expect(recorder.content.depthData.first?.distance(x: 0, y: 0) == 0.1)
    }

    @Test func whileTheDelegateIsBusyALiveCamerasImagesAreDroppedAndCounted() async throws {
        let gate = Monitor(false)
        let recorder = DepthRecorder { gate.wait { $0 ? () : nil } }
        let output = CaptureDepthDataOutput()
        output.setDelegate(recorder)
        let source = ScriptedSource(
            (0..<10).map { ScriptedSource.depth($0) }, ending: .waitForCancel, isLive: true,
            isDepthCamera: true)
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: device(source)))
        try await session.addOutput(output)
        try await session.startRunning()
        source.waitUntilTaken()
        gate.withLock { $0 = true }
        await session.stopRunning()
        let content = recorder.content
        #expect(content.depthData.last?.frame.id.number == 9)
        #expect(!content.drops.isEmpty && content.drops.allSatisfy { $0 == .lateData })
        #expect(content.depthData.count + content.drops.count == 10)
    }

    @Test func aDisabledConnectionDropsItsImages() async throws {
        let recorder = DepthRecorder()
        let output = CaptureDepthDataOutput()
        output.setDelegate(recorder)
        let events = (0..<3).map { ScriptedSource.depth($0) }
        try await run(
            output, ScriptedSource(events, isDepthCamera: true), isEnabled: false)
        #expect(recorder.content.drops == Array(repeating: .connectionDisabled, count: 3))
    }

    @Test func anImageThatHoldsNoDistancesIsDropped() async throws {
        guard case .video(let gray) = ScriptedSource.frame(0) else {
            Issue.record("The scripted source gives no video.")
            return
        }
        let recorder = DepthRecorder()
        let output = CaptureDepthDataOutput()
        output.setDelegate(recorder)
        try await run(
            output, ScriptedSource([.depth(gray), ScriptedSource.depth(1)], isDepthCamera: true))
        #expect(recorder.content.drops == [.corruptData])
        #expect(recorder.content.depthData.count == 1)
    }
}
