// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import Testing
import TestSupport

@testable import FaceCapture

/// Frames that come together with their faces.
@Suite(.usualTimeLimit) struct FramesWithFacesTests {
    /// Keeps what comes, and can be made to wait.
    private final class Keeper: CaptureVideoDataOutputSampleBufferDelegate {
        struct Frame {
            let number: Int
            let isWhole: Bool
            /// Whether the faces are those of the frame; `nil` where there are none.
            var hasOwnFaces: Bool?
        }
        struct State {
            var frames: [Frame] = []
            var isHeld = false
        }
        let state = Monitor(State())

        var frames: [Frame] { state.withLock { $0.frames } }

        func videoDataOutput(
            _ output: CaptureVideoDataOutput, didOutput frame: CapturedFrame,
            observation: FaceObservation?, from connection: CaptureConnection
        ) {
            #expect(connection.mediaType == .video)
            let hasOwnFaces = observation.map { $0.frame == frame.id }
            keep(Frame(number: frame.id.number, isWhole: true, hasOwnFaces: hasOwnFaces))
        }

        func videoDataOutput(
            _ output: CaptureVideoDataOutput, didDrop frame: CapturedFrame.Header,
            reason: FrameLedger.DropReason,
            from connection: CaptureConnection
        ) { keep(Frame(number: frame.id.number, isWhole: false)) }

        private func keep(_ frame: Frame) {
            state.wait { state -> Void? in
                guard !state.isHeld else { return nil }
                state.frames.append(frame)
                return ()
            }
        }
    }

    private let session = CaptureSession()
    private let keeper = Keeper()

    private func start(
        _ output: CaptureVideoDataOutput, _ faces: CaptureMetadataOutput?,
        _ source: any CaptureSource & Sendable
    ) async throws {
        output.setSampleBufferDelegate(keeper)
        try await session.addInput(
            CaptureDeviceInput(device: CaptureSessionTests.device { _ in source }))
        try await session.addOutput(output)
        if let faces { try await session.addOutput(faces) }
    }

    @Test(arguments: [false, true])
    func everyFrameOfAFileComesWithItsFaces(atOnce: Bool) async throws {
        let faces = CaptureMetadataOutput(detector: ScriptedDetector())
        faces.analysisInterval = 30
        // More frames are between two that are analysed than may wait.
        let dropped = CaptureEvent.dropped(
            .corruptData, presentationTime: MediaTime(value: 100, timescale: 10))
        let source = ScriptedSource(ScriptedSource.frames(100) + [dropped])
        try await start(
            CaptureVideoDataOutput(includesFaces: true, callsDelegateAtOnce: atOnce), faces, source)
        _ = try await CaptureSessionTests.run(session)
        let frames = keeper.frames
        #expect(frames.map(\.number) == Array(0...100))
        #expect(frames.dropLast().allSatisfy { $0.isWhole && $0.hasOwnFaces == true })
        #expect(frames.last?.isWhole == false)
    }

    @Test func whereNobodyLooksFramesComeAsTheyAre() async throws {
        try await start(
            CaptureVideoDataOutput(includesFaces: true), nil,
            ScriptedSource(ScriptedSource.frames(5)))
        _ = try await CaptureSessionTests.run(session)
        #expect(keeper.frames.map(\.number) == Array(0..<5))
        #expect(keeper.frames.allSatisfy { $0.isWhole && $0.hasOwnFaces == nil })
    }

    /// A file's frames wait for their faces; more come than may wait.
    @Test func framesComeWithTheirFacesWhileSomebodyLooks() async throws {
        let source = SteppedSource()
        let looking = (0..<3).map { _ in CaptureMetadataOutput(detector: ScriptedDetector()) }
        try await start(CaptureVideoDataOutput(includesFaces: true), nil, source)
        try await session.startRunning()
        source.show((0..<3).map(ScriptedSource.frame))
        try await session.addOutput(looking[0])
        source.show((3..<30).map(ScriptedSource.frame))
        try await session.removeOutput(looking[0])
        source.show((30..<33).map(ScriptedSource.frame))
        try await session.addOutput(looking[1])
        source.show((33..<36).map(ScriptedSource.frame))
        try await session.configure { session in
            try session.removeOutput(looking[1])
            try session.addOutput(looking[2])
        }
        source.show((36..<60).map(ScriptedSource.frame))
        await session.stopRunning()
        #expect(keeper.frames.map(\.number) == Array(0..<60))
        #expect(
            keeper.frames.filter { $0.hasOwnFaces == true }.map(\.number)
                == Array(3..<30) + Array(33..<60))
        #expect(keeper.frames.allSatisfy { $0.hasOwnFaces != false })
    }

    @Test func aCamerasFramesDoNotWaitLongForASlowDetector() async throws {
        let detector = ScriptedDetector(isHeld: true)
        let source = SteppedSource(isLive: true)
        let output = CaptureVideoDataOutput(includesFaces: true, callsDelegateAtOnce: true)
        try await start(output, CaptureMetadataOutput(detector: detector), source)
        try await session.startRunning()
        source.show([ScriptedSource.frame(0)])
        detector.waitUntilLooking()
        source.show((1..<20).map(ScriptedSource.frame))
        let early = keeper.frames
        #expect(early.map(\.number) == Array(0..<4))
        #expect(early.allSatisfy { $0.isWhole && $0.hasOwnFaces == nil })
        detector.release()
        await session.stopRunning()
        #expect(keeper.frames.map(\.number) == Array(0..<20))
        #expect(keeper.frames.dropFirst(4).allSatisfy { $0.hasOwnFaces == true })
    }

    @Test func aBusyDelegateLosesImagesAndNoFrame() async throws {
        let source = SteppedSource(isLive: true)
        try await start(CaptureVideoDataOutput(includesFaces: true), nil, source)
        keeper.state.withLock { $0.isHeld = true }
        try await session.startRunning()
        source.show((0..<20).map(ScriptedSource.frame))
        keeper.state.withLock { $0.isHeld = false }
        await session.stopRunning()
        #expect(keeper.frames.map(\.number) == Array(0..<20))
        #expect((1...3).contains(keeper.frames.count(where: \.isWhole)))
        #expect(keeper.frames.last?.isWhole == true)
    }
}
