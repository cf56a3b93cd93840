// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization
import TestSupport
import Testing

@testable import FacecapCommands

/// Viewers whose images are taken out of a session that goes on.
@Suite(.usualTimeLimit) struct RemovedViewerTests {
    enum Kind: CaseIterable, Sendable { case server, annotation }

    /// Counts images.
    private final class Counter: ImageSink {
        let count = Mutex(0)
        var summary: String { "" }

        func write(_ image: PixelBuffer, frameRate: Double?) throws(FacecapError) -> Bool {
            count.withLock { $0 += 1 }
            return true
        }
    }

    private func makeViewer(_ kind: Kind, of live: RunSession) throws -> any FrameViewer {
        switch kind {
        case .server:
            try WebViewer(
                ServeRequest(address: try #require(FaceServer.Address("127.0.0.1:0")), token: nil),
                cameras: live.cameras, options: FaceStreamEncoder.Options())
        case .annotation:
            AnnotatingViewer(
                Counter(), overlay: OverlaySettings(),
                stopRequest: StopRequest(session: live.session))
        }
    }

    @Test(arguments: Kind.allCases)
    func facesGoOnAndTheViewerIsReleased(kind: Kind) async throws {
        var settings = RunSettings()
        var messages = Messages()
        messages.isQuiet = true
        settings.search.detector.name = .haar
        settings.search.detector.inputSize = 96
        var camera = SyntheticCamera.Configuration()
        (camera.width, camera.height, camera.frameCount) = (160, 120, nil)
        settings.source.sources = [RunSource(.synthetic(camera))]
        let live = try await RunSession(settings: settings, messages: messages)
        let faces = live.cameras[0].output

        var viewer: (any FrameViewer)? = try makeViewer(kind, of: live)
        weak var released: (any FrameViewer)?
        released = viewer
        _ = try await FrameFeed(
            try #require(viewer), of: live.cameras[0], in: live.session)
        try await live.session.startRunning()
        try await waitForFrames(3, of: faces)
        try await removeFrames(from: live.session)
        try viewer?.finish()
        viewer = nil
        #expect(released == nil)
        try await waitForFrames(3, of: faces)
        await live.session.stopRunning()
    }

    private func removeFrames(from session: CaptureSession) async throws {
        let outputs = await session.outputs
        try await session.removeOutput(
            try #require(outputs.first { $0 is CaptureVideoDataOutput }))
    }

    /// Waits until so many more frames were looked at.
    private func waitForFrames(_ count: Int, of faces: CaptureMetadataOutput) async throws {
        var left = count
        for await observation in faces.observations() where observation.outcome == .analysed {
            left -= 1
            if left == 0 { return }
        }
        Issue.record("The observations ended.")
    }
}
