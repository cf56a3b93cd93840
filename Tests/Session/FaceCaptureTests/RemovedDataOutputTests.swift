// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing
import TestSupport

@testable import FaceCapture

/// Outputs for programs that are taken out of a session that goes on: faces go on, and the outputs go.
@Suite(.usualTimeLimit) struct RemovedDataOutputTests {
    enum Kind: CaseIterable, Sendable {
        case video, audio, depth, metadata, framesWithFaces, synchronizer

        fileprivate func makeOutput() -> any CaptureOutput {
            switch self {
            case .video: CaptureVideoDataOutput()
            case .audio: CaptureAudioDataOutput()
            case .depth: CaptureDepthDataOutput()
            case .synchronizer: CaptureDataOutputSynchronizer(alwaysDiscardsLateData: false)
            case .framesWithFaces: CaptureVideoDataOutput(includesFaces: true)
            case .metadata: CaptureMetadataOutput(detector: ScriptedDetector())
            }
        }
    }

    private let session = CaptureSession()
    private let source = SteppedSource()
    private let faces = CaptureMetadataOutput(detector: ScriptedDetector())

    private func start(_ outputs: [any CaptureOutput]) async throws {
        try await session.addInput(
            CaptureDeviceInput(device: CaptureSessionTests.device { [source] _ in source }))
        for output in outputs { try await session.addOutput(output) }
        try await session.startRunning()
    }

    private func show(_ numbers: Range<Int>) {
        source.show(
            numbers.flatMap { [ScriptedSource.frame($0), ScriptedSource.audio($0)] })
    }

    @Test(arguments: Kind.allCases)
    func facesGoOnAndTheOutputIsReleased(kind: Kind) async throws {
        var output: (any CaptureOutput)? = kind.makeOutput()
        weak var released: (any CaptureOutput)?
        released = output
        try await start([try #require(output), faces])
        show(0..<5)
        try await session.removeOutput(try #require(output))
        output = nil
        #expect(released == nil)
        show(5..<10)
        await session.stopRunning()
        #expect(faces.ledger.analysed == 10)
    }
}
