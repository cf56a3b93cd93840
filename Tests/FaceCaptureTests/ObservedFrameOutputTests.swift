import CaptureQueues
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// Frames that come together with their faces.
@Suite(.timeLimit(.minutes(2))) struct ObservedFrameOutputTests {
    /// Keeps what comes, and can be made to wait.
    private final class Keeper: ObservedFrameOutputDelegate {
        struct State {
            var frames: [ObservedFrame<CapturedFrame>] = []
            var connections: [MediaType] = []
            var isHeld = false
        }
        let state = Monitor(State())

        var frames: [ObservedFrame<CapturedFrame>] { state.withLock { $0.frames } }

        func observedFrameOutput(
            _ output: ObservedFrameOutput, didOutput frame: ObservedFrame<CapturedFrame>,
            from connection: CaptureConnection
        ) {
            state.wait { state -> Void? in
                guard !state.isHeld else { return nil }
                state.frames.append(frame)
                state.connections.append(connection.mediaType)
                return ()
            }
        }
    }

    private let session = CaptureSession()
    private let keeper = Keeper()

    private func start(
        _ output: ObservedFrameOutput, _ faces: MetadataOutput?, _ source: any CaptureSource
    ) async throws {
        output.setDelegate(keeper)
        try await session.addInput(
            DeviceInput(device: CaptureSessionTests.device { _ in source }))
        try await session.addOutput(output)
        if let faces { try await session.addOutput(faces) }
    }

    @Test(arguments: [false, true])
    func everyFrameOfAFileComesWithItsFaces(atOnce: Bool) async throws {
        let faces = MetadataOutput(detector: ScriptedDetector())
        faces.analysisInterval = 30
        // More frames are between two that are analysed than may wait.
        let dropped = CaptureEvent.dropped(
            .corruptData, presentationTime: MediaTime(value: 100, timescale: 10))
        let source = ScriptedSource(ScriptedSource.frames(100) + [dropped])
        try await start(ObservedFrameOutput(callsDelegateAtOnce: atOnce), faces, source)
        _ = try await CaptureSessionTests.run(session)
        let frames = keeper.frames
        #expect(frames.map(\.header.id.number) == Array(0...100))
        #expect(frames.dropLast().allSatisfy { $0.frame?.id == $0.header.id })
        #expect(frames.allSatisfy { $0.observation?.frame == $0.header.id })
        #expect(frames.last?.frame == nil)
        #expect(frames.last?.observation?.outcome == .dropped(.corruptData))
        #expect(keeper.state.withLock { $0.connections }.allSatisfy { $0 == .video })
    }

    @Test func whereNobodyLooksFramesComeAsTheyAre() async throws {
        try await start(
            ObservedFrameOutput(), nil, ScriptedSource(ScriptedSource.frames(5)))
        _ = try await CaptureSessionTests.run(session)
        #expect(keeper.frames.compactMap(\.frame?.id.number) == Array(0..<5))
        #expect(keeper.frames.allSatisfy { $0.observation == nil })
    }

    @Test func aCamerasFramesDoNotWaitLongForASlowDetector() async throws {
        let detector = ScriptedDetector(isHeld: true)
        let source = SteppedSource(isLive: true)
        let output = ObservedFrameOutput(callsDelegateAtOnce: true)
        try await start(output, MetadataOutput(detector: detector), source)
        try await session.startRunning()
        source.show([ScriptedSource.frame(0)])
        detector.waitUntilLooking()
        source.show((1..<20).map(ScriptedSource.frame))
        let early = keeper.frames
        #expect(early.map(\.header.id.number) == Array(0..<4))
        #expect(early.allSatisfy { $0.frame != nil && $0.observation == nil })
        detector.release()
        await session.stopRunning()
        #expect(keeper.frames.map(\.header.id.number) == Array(0..<20))
        #expect(keeper.frames.dropFirst(4).allSatisfy { $0.observation != nil })
    }

    @Test func aBusyDelegateLosesImagesAndNoFrame() async throws {
        let source = SteppedSource(isLive: true)
        try await start(ObservedFrameOutput(), nil, source)
        keeper.state.withLock { $0.isHeld = true }
        try await session.startRunning()
        source.show((0..<20).map(ScriptedSource.frame))
        keeper.state.withLock { $0.isHeld = false }
        await session.stopRunning()
        #expect(keeper.frames.map(\.header.id.number) == Array(0..<20))
        #expect((1...3).contains(keeper.frames.count { $0.frame != nil }))
        #expect(keeper.frames.last?.frame != nil)
    }
}
