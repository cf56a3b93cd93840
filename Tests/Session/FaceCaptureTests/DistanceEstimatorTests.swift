// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing

@Suite struct DistanceEstimatorTests {
    /// An estimator that has seen frames that are as far away as each says, in millimeters, all over.
    private func estimator(
        _ images: [(milliseconds: Int64, distance: UInt16)]
    ) async throws -> DistanceEstimator {
        try await estimator(
            images.map {
                try DepthDataTests.depthData(
                    [[$0.distance, $0.distance]],
                    time: MediaTime(value: $0.milliseconds, timescale: 1000))
            })
    }

    private func estimator(_ depthData: [DepthData]) async throws -> DistanceEstimator {
        let estimator = DistanceEstimator()
        let session = CaptureSession()
        let source = ScriptedSource([], isDepthCamera: true)
        try await session.addInput(
            CaptureDeviceInput(
                device: CaptureDevice(
                    kind: .camera, uniqueID: "depth", localizedName: "depth",
                    mediaTypes: [.depth]
                ) { _ throws(FacecapError) in source }))
        try await session.addOutput(estimator)
        let connection = try #require(await session.connection(to: estimator))
        for depthData in depthData {
            estimator.deliver(.depth(depthData.frame), from: connection)
        }
        return estimator
    }

    private func distances(
        _ estimator: DistanceEstimator, at milliseconds: Int64,
        of faces: [MetadataFaceObject] = [
            MetadataFaceObject(faceID: 1, bounds: .unit, confidence: 1)
        ],
        orientation: VideoOrientation = .upright
    ) -> [Double?] {
        var observation = FaceObservation(
            frame: FrameID(0), presentationTime: MediaTime(value: milliseconds, timescale: 1000),
            captureNanoseconds: 0, orientation: orientation, outcome: .analysed, faces: faces)
        estimator.measureFaces(in: &observation)
        return observation.faces.map(\.distance)
    }

    @Test func theImageNearestInTimeCounts() async throws {
        let estimator = try await estimator([(0, 1000), (33, 2000), (66, 3000)])
        #expect(distances(estimator, at: 0) == [1])
        #expect(distances(estimator, at: 20) == [2])
        #expect(distances(estimator, at: 50) == [3])
        #expect(distances(estimator, at: 66 + 50) == [3])
    }

    @Test func anImageThatIsTooFarAwayInTimeTellsNothing() async throws {
        let estimator = try await estimator([(100, 1000), (133, 2000)])
        #expect(distances(estimator, at: 49) == [nil])
        #expect(distances(estimator, at: 133 + 51) == [nil])
        #expect(distances(try await self.estimator([DepthData]()), at: 0) == [nil])
    }

    @Test func aSlowDepthCameraIsTakenWithinHalfAFrame() async throws {
        let estimator = try await estimator([(0, 1000), (200, 2000)])
        #expect(distances(estimator, at: 99) == [1])
        #expect(distances(estimator, at: 300) == [2])
        #expect(distances(estimator, at: 301) == [nil])
    }

    @Test func oldImagesAreForgotten() async throws {
        let estimator = try await estimator((0..<100).map { (100 * $0, 1000) })
        #expect(distances(estimator, at: 0) == [nil])
        #expect(distances(estimator, at: 9900) == [1])
    }

    @Test func onlyFacesThatWereObservedHaveADistance() async throws {
        let estimator = try await estimator([(0, 1000)])
        let held = MetadataFaceObject(faceID: 1, bounds: .unit, confidence: 1, state: .held)
        let seen = MetadataFaceObject(faceID: 2, bounds: .unit, confidence: 1)
        #expect(distances(estimator, at: 0, of: [held, seen]) == [nil, 1])
    }

    @Test func aFaceHasTheMedianOfItsOwnPlace() async throws {
        let estimator = try await estimator([DepthDataTests.depthData([[1000, 2000, 3000, 4000]])])
        let faces = [0, 0.25, 0.5, 0.75].map {
            MetadataFaceObject(
                faceID: 1, bounds: Rect(x: $0, y: 0, width: 0.25, height: 1), confidence: 1)
        }
        #expect(distances(estimator, at: 0, of: faces) == [1, 2, 3, 4])
    }

    @Test func camerasThatAreTurnedDifferentlyAreComparedUpright() async throws {
        // The color frame lies on its side: its left edge is the top once it stands upright.
        let estimator = try await estimator([DepthDataTests.depthData([[1000], [2000]])])
        let left = MetadataFaceObject(
            faceID: 1, bounds: Rect(x: 0, y: 0, width: 0.5, height: 1), confidence: 1)
        #expect(distances(estimator, at: 0, of: [left], orientation: .quarterTurn) == [1])
        #expect(distances(estimator, at: 0, of: [left], orientation: .threeQuarterTurn) == [2])
    }

    /// A source whose faces are all at one distance.
    private final class Fixed: CaptureMetadataOutput.DistanceSource {
        func measureFaces(in observation: inout FaceObservation) {
            for index in observation.faces.indices { observation.faces[index].distance = 2.5 }
        }
    }

    @Test func everybodyWhoGetsTheFacesIsToldTheDistance() async throws {
        let (delegate, receiver) = (Recorder(), ObservationRecorder())
        let output = CaptureMetadataOutput(detector: ScriptedDetector())
        output.setMetadataObjectsDelegate(delegate)
        output.distanceSource = Fixed()
        let session = CaptureSession()
        let source = ScriptedSource(ScriptedSource.frames(2))
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(output)
        try await session.addOutput(receiver)
        _ = try await CaptureSessionTests.run(session)
        for observations in [delegate.content.observations, receiver.content.observations] {
            #expect(observations.flatMap(\.faces).map(\.distance) == [2.5, 2.5])
        }
    }
}
