// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceAnalysis
import FaceCapture
import FaceValues
import Testing

@Suite struct CaptureOutputTests {
    private func observe(
        _ output: CaptureMetadataOutput, _ source: ScriptedSource,
        configure: (CaptureConnection) -> Void = { _ in }
    ) async throws -> Recorder {
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        configure(try #require(await session.connection(to: output)))
        _ = try await CaptureSessionTests.run(session)
        return recorder
    }

    @Test func everyNthFrameIsAnalysedAndTheOthersCarryTheReason() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.analysisInterval = 3
        let recorder = try await observe(output, ScriptedSource(ScriptedSource.frames(7)))
        let analysed = recorder.content.observations.map { $0.outcome == .analysed }
        #expect(analysed == [true, false, false, true, false, false, true])
        #expect(output.ledger.skipped == [.interval: 4])
    }

    @Test func theScanIntervalIsAtMostAGroupOfFrames() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.scanInterval = Int.max
        _ = try await observe(output, ScriptedSource(ScriptedSource.frames(3)))
        #expect(output.scanInterval == ScanRhythm.groupLength)
        #expect(output.ledger.captured == 3)
    }

    @Test func withNothingToLookForFramesAreSkipped() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.metadataObjectTypes = []
        _ = try await observe(output, ScriptedSource(ScriptedSource.frames(3)))
        #expect(output.ledger.skipped == [.detectionOff: 3])
    }

    @Test func aDisabledConnectionDropsItsFrames() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        _ = try await observe(output, ScriptedSource(ScriptedSource.frames(3))) {
            $0.isEnabled = false
        }
        #expect(output.ledger.dropped == [.connectionDisabled: 3])
    }

    @Test func theRectOfInterestReachesTheDetectorInPixels() async throws {
        let detector = ScriptedDetector()
        let output = CaptureMetadataOutput(detector: detector)
        output.rectOfInterest = Rect(x: 0.5, y: 0, width: 2, height: 0.5)
        _ = try await observe(output, ScriptedSource(ScriptedSource.frames(1)))
        #expect(Set(detector.regions) == [Rect(x: 2, y: 0, width: 2, height: 1)])
    }

    @Test(arguments: [
        Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: .nan, width: 1, height: 1),
        Rect(x: 0, y: 0, width: .nan, height: 1), Rect(x: .infinity, y: 0, width: 1, height: 1),
        Rect(x: -.infinity, y: 0, width: .infinity, height: 1),
        Rect(x: 2, y: 0, width: 1, height: 1),
    ])
    func aRectOfInterestThatIsNoPartOfTheFrameHasNoExtent(rect: Rect) {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.rectOfInterest = rect
        #expect(output.rectOfInterest == Rect(x: 0, y: 0, width: 0, height: 0))
    }

    @Test func aDetectorThatFailsSkipsTheFrameAndWarns() async throws {
        let failure = FacecapError(.detectorFailed, "broken")
        let output = CaptureMetadataOutput(detector: ScriptedDetector(failure: failure))
        let recorder = try await observe(output, ScriptedSource(ScriptedSource.frames(2)))
        #expect(output.ledger.skipped == [.detectorError: 2])
        #expect(
            recorder.content.notices == [
                .warning(failure), .warning(failure), .ended(.endOfStream),
            ])
    }

    /// In the middle of a stream, or with the last frame, when nobody asks for another one.
    @Test(arguments: [1, 1000])
    func aDetectorWithoutMemoryEndsTheSession(frameCount: Int) async throws {
        let failure = FacecapError.noMemory(for: "the face detector")
        let output = CaptureMetadataOutput(detector: ScriptedDetector(failure: failure))
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        let source = ScriptedSource(ScriptedSource.frames(frameCount))
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        let notifications = try await CaptureSessionTests.run(session)
        #expect(
            notifications == [
                .didStartRunning, .runtimeError(failure), .didStopRunning(.error(failure)),
            ])
        #expect(output.failure == failure)
        #expect(frameCount == 1 || source.remainingEvents > 0)
        let skipped = try #require(output.ledger.skipped[.detectorError])
        #expect(skipped == output.ledger.captured && skipped > 0)
        #expect(!recorder.content.notices.contains(.warning(failure)))
    }

    @Test func facesAreNormalisedToTheStoredImageAndShownByTheConnection() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        let source = ScriptedSource(ScriptedSource.frames(1), orientation: .upright)
        var connection: CaptureConnection?
        let recorder = try await observe(output, source) {
            $0.isVideoMirrored = true
            connection = $0
        }
        let observation = try #require(recorder.content.observations.first)
        let face = try #require(observation.faces.first)
        #expect(face.bounds == Rect(x: 0.25, y: 0, width: 0.5, height: 1))
        let shown = connection?.transformedMetadataObject(face, of: observation)
        #expect(shown?.bounds == Rect(x: 0.25, y: 0, width: 0.5, height: 1))
        #expect(observation.foundFaceIDs == [face.faceID])
    }

    /// Two connections of one source display its frames each its own way; the faces lie in the stored frame.
    @Test func eachOutputHasFramesAsItsConnectionDisplaysThem() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let images = DeliveryRecorder(.video)
        let session = CaptureSession()
        let source = ScriptedSource(ScriptedSource.frames(2))
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        try await session.addOutput(images)
        let connection = try #require(await session.connection(to: output))
        connection.videoOrientation = .quarterTurn
        connection.isVideoMirrored = true
        _ = try await CaptureSessionTests.run(session)
        let orientation = VideoOrientation.quarterTurn.followed(by: .mirrored)
        #expect(recorder.content.observations.map(\.orientation) == [orientation, orientation])
        #expect(images.content.orientations == [.upright, .upright])
        let bounds = try #require(recorder.content.observations.first?.faces.first).bounds
        #expect(bounds == Rect(x: 0.25, y: 0, width: 0.5, height: 1))
    }

    private static func turnedFrame() -> CaptureEvent {
        guard case .video(let sample) = ScriptedSource.frame(0) else { return .interruptionEnded }
        return .video(sample.replacingOrientation(with: .halfTurn))
    }

    @Test func aConnectionShowsFacesAsItDisplaysFramesWhoeverFoundThem() async throws {
        let images = DeliveryRecorder(.video)
        let session = CaptureSession()
        let source = ScriptedSource([Self.turnedFrame()], orientation: .halfTurn)
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(images)
        let connection = try #require(await session.connection(to: images))
        connection.videoOrientation = .quarterTurn
        connection.isVideoMirrored = true
        let transform = connection.displayedFromStored
        func expectBounds() {
            let face = MetadataFaceObject(
                faceID: 1, bounds: Rect(x: 0, y: 0.25, width: 0.25, height: 0.5), confidence: 1)
            let observation = FaceObservation(
                frame: FrameID(0), presentationTime: .zero, captureNanoseconds: 0,
                orientation: .halfTurn, outcome: .analysed, faces: [face])
            let shown = connection.transformedMetadataObject(face, of: observation)
            #expect(shown.bounds == transform.apply(face).bounds)
            #expect(shown.bounds != face.bounds)
        }
        expectBounds()
        _ = try await CaptureSessionTests.run(session)
        // The device is closed.
        expectBounds()
    }

    @Test(arguments: [
        (VideoOrientation.upright, Point(x: 0.75, y: 0.5)),
        (.quarterTurn, Point(x: 0.5, y: 0.25)),
    ])
    func pointsOfInterestGoBackToTheStoredImage(turn: VideoOrientation, stored: Point)
        async throws
    {
        var connection: CaptureConnection?
        let source = ScriptedSource(ScriptedSource.frames(1), orientation: .upright)
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        _ = try await observe(output, source) {
            $0.videoOrientation = turn
            $0.isVideoMirrored = true
            connection = $0
        }
        let tap = Point(x: 0.25, y: 0.5)
        #expect(connection?.devicePointOfInterest(forDisplayed: tap) == stored)
    }

    @Test func observationsAreASequenceThatEndsWithTheSession() async throws {
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        let session = CaptureSession()
        let source = ScriptedSource(ScriptedSource.frames(5))
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        let observations = output.observations(bufferingNewest: 5)
        try await session.startRunning()
        var numbers: [Int] = []
        for await observation in observations { numbers.append(observation.frame.number) }
        #expect(numbers == [0, 1, 2, 3, 4])
    }

    @Test func audioReachesItsOutputInOrder() async throws {
        let audio = (0..<100).map { index in
            CaptureEvent.audio(
                AudioSampleBuffer(
                    samples: [Float(index)], sampleRate: 8000, channelCount: 1,
                    presentationTime: MediaTime(value: Int64(index), timescale: 8000)))
        }
        let recorder = Recorder()
        let output = CaptureAudioDataOutput()
        output.setSampleBufferDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(
            CaptureDeviceInput(device: CaptureSessionTests.device(ScriptedSource(audio))))
        try await session.addOutput(output)
        _ = try await CaptureSessionTests.run(session)
        #expect(recorder.content.audio.map { $0.samples[0] } == (0..<100).map(Float.init))
    }
}
