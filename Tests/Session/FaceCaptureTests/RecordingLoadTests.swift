// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization
import Testing

@Suite struct RecordingLoadTests {
    /// Says for each frame in turn how far behind it is.
    private final class LoadedOutput: CaptureOutput {
        private let loads: Mutex<[CaptureSession.OutputLoad]>
        private let taken = Mutex<[FrameID]>([])

        init(loads: [CaptureSession.OutputLoad]) { self.loads = Mutex(loads) }

        var frames: [FrameID] { taken.withLock { $0 } }
        var mediaTypes: Set<MediaType> { [.video, .audio] }
        var load: CaptureSession.OutputLoad {
            loads.withLock { $0.isEmpty ? .relaxed : $0.removeFirst() }
        }

        func start(connections: [CaptureConnection], isLossless: Bool) {}

        func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
            guard case .frame(let frame) = delivery else { return }
            taken.withLock { $0.append(frame.id) }
        }

        func finish() {}
    }

    private func run(
        _ loads: [CaptureSession.OutputLoad], isLive: Bool
    ) async throws -> (recorded: [Int], ledger: FrameLedger) {
        let recording = LoadedOutput(loads: loads)
        let metadata = CaptureMetadataOutput(detector: ScriptedDetector())
        metadata.alwaysDiscardsLateVideoFrames = false
        let source = ScriptedSource(ScriptedSource.frames(loads.count), isLive: isLive)
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(metadata)
        try await session.addOutput(recording)
        _ = try await CaptureSessionTests.run(session)
        return (recording.frames.map(\.number), metadata.ledger)
    }

    @Test func detectionGivesWayBeforeTheRecordingLosesFrames() async throws {
        let result = try await run([.relaxed, .busy, .full, .busy, .relaxed], isLive: true)
        #expect(result.recorded == [0, 1, 3, 4])
        #expect(result.ledger.analysed == 2)
        #expect(result.ledger.skipped == [.recordingBusy: 2])
        #expect(result.ledger.dropped == [.recordingBusy: 1])
        #expect(result.ledger.captured == 5)
    }

    @Test func nothingGivesWayWhileAFileIsRead() async throws {
        let result = try await run([.full, .busy, .full], isLive: false)
        #expect(result.recorded == [0, 1, 2])
        #expect(result.ledger.analysed == 3)
    }
}
