// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Foundation
import MediaCodecs
import Synchronization
import SystemSupport
import Testing
import TestSupport

@testable import FaceCapture

/// Frames that are zoomed by crop, and what is told of them.
@Suite(.usualTimeLimit) struct ZoomTests {
    private static let (width, height) = (320, 240)
    /// Where two people stand: when the zoom doubles, the other one stands where the first one stood.
    private static let people = [
        Rect(x: 0.3, y: 0.4, width: 0.08, height: 0.12),
        Rect(x: 0.4, y: 0.44, width: 0.06, height: 0.1),
    ]

    /// Finds what is darker than the wall, and what is lighter.
    private final class BoxDetector: FaceDetector {
        let regions = Mutex<[Rect?]>([])
        var description: DetectorDescription { DetectorDescription(name: "boxes") }

        func detectFaces(
            in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
            hints: [DetectedFace.Hint]
        ) throws(FacecapError) -> [DetectedFace] {
            regions.withLock { $0.append(region) }
            return [0...79, 178...255].compactMap { levels in
                var bounds: Rect?
                for y in 0..<image.height {
                    for x in 0..<image.width
                    where levels.contains(
                        Int(
                            image.planes[0].baseAddress.load(
                                fromByteOffset: y * image.planes[0].bytesPerRow + x, as: UInt8.self)
                        )
                    ) {
                        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
                        bounds =
                            bounds.map {
                                Rect(
                                    corner: Point(x: min($0.x, pixel.x), y: min($0.y, pixel.y)),
                                    corner: Point(
                                        x: max($0.maxX, pixel.maxX), y: max($0.maxY, pixel.maxY)))
                            } ?? pixel
                    }
                }
                return bounds.map { DetectedFace(bounds: $0, confidence: 0.95) }
            }
        }
    }

    /// A gray wall before which a dark box and a light one stand.
    private static func frame(_ number: Int, people count: Int = 2) -> CaptureEvent {
        let image = PixelBufferPool(format: .i420, width: width, height: height).makePixelBuffer {
            planes in
            for index in 0..<3 {
                let rows = PixelBuffer.Format.i420.layout(
                    plane: index, width: width, height: height
                )
                .rows
                planes[index].bytes.initializeMemory(
                    as: UInt8.self, repeating: 128,
                    count: rows * planes[index].bytesPerRow)
            }
            for (person, level) in zip(people.prefix(count), [UInt8(30), 228]) {
                let box = person.scaled(x: Double(width), y: Double(height))
                for y in Int(box.y)..<Int(box.maxY) {
                    (planes[0].bytes + y * planes[0].bytesPerRow + Int(box.x))
                        .initializeMemory(as: UInt8.self, repeating: level, count: Int(box.width))
                }
            }
        }
        return .video(
            VideoSampleBuffer(
                pixelBuffer: image,
                presentationTime: MediaTime(value: Int64(number), timescale: 10),
                captureNanoseconds: Int64(number) * 100_000_000))
    }

    private static func device(_ events: [CaptureEvent]) -> CaptureDevice {
        CaptureSessionTests.device { _ in ScriptedSource(events) }
    }

    /// The observations of a file of frames.
    private func observations(
        of count: Int, people: Int = 2, interval: Int = 1,
        prepare: (CaptureDeviceInput, CaptureMetadataOutput) throws -> Void
    ) async throws -> [FaceObservation] {
        let input = CaptureDeviceInput(
            device: Self.device((0..<count).map { Self.frame($0, people: people) }))
        let output = CaptureMetadataOutput(detector: BoxDetector())
        output.analysisInterval = interval
        try prepare(input, output)
        return try await observations(of: input, output)
    }

    /// What is seen of an input until it ends.
    private func observations(
        of input: CaptureDeviceInput,
        _ output: CaptureMetadataOutput = CaptureMetadataOutput(detector: BoxDetector())
    ) async throws -> [FaceObservation] {
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(output)
        _ = try await CaptureSessionTests.run(session)
        return recorder.content.observations
    }

    /// Where somebody is in a frame that is zoomed; what is cut off is left out.
    private static func truth(_ person: Rect, in observation: FaceObservation) -> Rect {
        observation.zoom.zoomedFromWhole.apply(person).intersection(.unit)
    }

    @Test func facesAreInTheCoordinatesOfWhatIsShown() async throws {
        for factor in [1, 1.5, 2, 2.5] {
            let seen = try await observations(of: 3) { input, _ in
                try input.setVideoZoomFactor(factor)
            }
            #expect(seen.map(\.videoZoomFactor) == [factor, factor, factor])
            for observation in seen {
                #expect(observation.faces.count == 2)
                for person in Self.people {
                    let place = Self.truth(person, in: observation)
                    let overlap = observation.faces.map(\.bounds).map(place.intersectionOverUnion)
                    #expect((overlap.max() ?? 0) > 0.9, "\(person) by \(factor): \(overlap)")
                }
            }
        }
    }

    @Test func aRampIsMonotonicAndEndsWhereItWasAskedFor() async throws {
        for (first, last) in [(1.0, 4.0), (4, 1), (2, 3)] {
            let input = Mutex<CaptureDeviceInput?>(nil)
            let seen = try await observations(of: 20) { made, _ in
                try made.setVideoZoomFactor(first)
                try made.ramp(toVideoZoomFactor: last, withRate: 2)
                #expect(made.isRampingVideoZoom)
                input.withLock { $0 = made }
            }
            let factors = seen.map(\.videoZoomFactor)
            #expect(factors.first == first && factors.last == last)
            let steps = zip(factors, factors.dropFirst()).map { $1 - $0 }
            #expect(steps.allSatisfy { last > first ? $0 >= 0 : $0 <= 0 })
            // Two doublings a second, of ten frames.
            for (number, factor) in factors.enumerated() where factor != last {
                let octaves = 0.2 * Double(number) * (last < first ? -1 : 1)
                #expect(abs(factor - first * pow(2, octaves)) < 1e-9)
            }
            #expect(input.withLock { $0?.isRampingVideoZoom } == false)
            #expect(input.withLock { $0?.videoZoomFactor } == last)
        }
    }

    @Test(arguments: [1, 3])
    func idsSurviveARampAndOfFramesThatAreNotLookedAtPlacesAreRightToo(
        interval: Int
    ) async throws {
        let seen = try await observations(of: 20, interval: interval) { input, _ in
            try input.ramp(toVideoZoomFactor: 2, withRate: 1)
        }
        let owner = try #require(seen.first.map(Self.owners))
        #expect(Set(owner.values) == [0, 1])
        for observation in seen {
            #expect(observation.lostFaceIDs.isEmpty)
            #expect(Self.owners(observation) == owner)
            for face in observation.faces {
                let place = Self.truth(Self.people[owner[face.faceID] ?? 0], in: observation)
                #expect(face.bounds.intersectionOverUnion(place) > 0.9, "\(observation.frame)")
            }
        }
    }

    /// Who has which id.
    private static func owners(_ observation: FaceObservation) -> [Int: Int] {
        Dictionary(
            uniqueKeysWithValues: observation.faces.map { face in
                let overlaps = people.map {
                    face.bounds.intersectionOverUnion(truth($0, in: observation))
                }
                return (face.faceID, overlaps[0] > overlaps[1] ? 0 : 1)
            })
    }

    @Test func acrossAJumpNobodyGetsTheIdOfWhoStoodThereBefore() async throws {
        let source = SteppedSource()
        let input = CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
        let output = CaptureMetadataOutput(detector: BoxDetector())
        let recorder = Recorder()
        output.setMetadataObjectsDelegate(recorder)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(output)
        try await session.startRunning()
        source.show((0..<6).map { Self.frame($0) })
        try input.setVideoZoomFactor(2)
        source.show((6..<12).map { Self.frame($0) })
        await session.stopRunning()
        let seen = recorder.content.observations
        #expect(seen.prefix(6).allSatisfy { $0.videoZoomFactor == 1 })
        #expect(seen.count == 12 && seen.suffix(6).allSatisfy { $0.videoZoomFactor == 2 })
        let owner = Self.owners(seen[0])
        #expect(Set(owner.values) == [0, 1])
        #expect(seen.allSatisfy { Self.owners($0) == owner && !$0.isCut })
    }

    @Test func framesKeepTheirSizeFormatAndTimeAndAllElse() async throws {
        let frames = DeliveryKeeper()
        let input = CaptureDeviceInput(device: Self.device((0..<4).map { Self.frame($0) }))
        try input.setVideoZoomFactor(3)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(frames)
        _ = try await CaptureSessionTests.run(session)
        let samples = frames.frames.withLock { $0 }
        #expect(samples.count == 4)
        for (number, sample) in samples.enumerated() {
            #expect(sample.pixelBuffer.format == .i420)
            #expect(
                (sample.pixelBuffer.width, sample.pixelBuffer.height) == (Self.width, Self.height))
            #expect(sample.presentationTime == MediaTime(value: Int64(number), timescale: 10))
            #expect(sample.captureNanoseconds == Int64(number) * 100_000_000)
        }
    }

    @Test func withoutAZoomFramesStayInTheMemoryOfTheirSource() async throws {
        let events = (0..<3).map { Self.frame($0) }
        let frames = DeliveryKeeper()
        let input = CaptureDeviceInput(device: Self.device(events))
        try input.setVideoZoomFactor(2)
        try input.setVideoZoomFactor(1)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(frames)
        _ = try await CaptureSessionTests.run(session)
        let samples = frames.frames.withLock { $0 }
        #expect(samples.count == 3)
        for (sample, event) in zip(samples, events) {
            guard case .video(let original) = event else { continue }
            #expect(sample.pixelBuffer === original.pixelBuffer)
        }
    }

    @Test func theSourceIsAskedForAllOfAFrameThatIsZoomed() async throws {
        let source = ScriptedSource(ScriptedSource.frames(3))
        let input = CaptureDeviceInput(device: CaptureSessionTests.device(source))
        let output = CaptureMetadataOutput(detector: ScriptedDetector(neededLongerSide: 320))
        try input.setVideoZoomFactor(2)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(output)
        _ = try await CaptureSessionTests.run(session)
        #expect(source.needs == [])
    }

    @Test func aRegionIsThatOfWhatIsShown() async throws {
        let detector = BoxDetector()
        let input = CaptureDeviceInput(device: Self.device([Self.frame(0)]))
        let output = CaptureMetadataOutput(detector: detector)
        output.rectOfInterest = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
        try input.setVideoZoomFactor(2)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(output)
        _ = try await CaptureSessionTests.run(session)
        #expect(detector.regions.withLock { $0.first } == Rect(x: 0, y: 0, width: 160, height: 120))
    }

    @Test func aPointOfInterestIsWhereTheCameraSeesIt() async throws {
        let input = CaptureDeviceInput(device: Self.device([Self.frame(0)]))
        let output = CaptureMetadataOutput(detector: BoxDetector())
        try input.setVideoZoomFactor(2)
        let session = CaptureSession()
        try await session.addInput(input)
        try await session.addOutput(output)
        let connection = try #require(await session.connection(to: output))
        connection.isVideoMirrored = true
        _ = try await CaptureSessionTests.run(session)
        let point = connection.devicePointOfInterest(forDisplayed: Point(x: 0, y: 0.5))
        #expect(point == Point(x: 0.75, y: 0.5))
    }

    @Test func distancesAreThoseOfThePlacesThatAreShown() async throws {
        let camera = CaptureDeviceInput(device: Self.device([]))
        let depth = CaptureDeviceInput(
            device: CaptureDevice(
                kind: .camera, uniqueID: "depth", localizedName: "depth", mediaTypes: [.depth]
            ) { _ throws(FacecapError) in
                ScriptedSource(
                    [ScriptedSource.depth(0, width: 64, height: 2)], isDepthCamera: true)
            }, zoomingWith: camera)
        try camera.setVideoZoomFactor(2)
        #expect(depth.videoZoomFactor == 2)
        let (keeper, estimator) = (DeliveryKeeper(), DistanceEstimator())
        let session = CaptureSession()
        try await session.addInput(depth)
        try await session.addOutput(estimator)
        try await session.addOutput(keeper)
        _ = try await CaptureSessionTests.run(session)
        let image = try #require(keeper.depth.withLock { $0.first })
        #expect((image.pixelBuffer.width, image.pixelBuffer.height) == (64, 2))
        let columns = (0..<64).map {
            image.pixelBuffer.planes[0].baseAddress.load(fromByteOffset: 2 * $0, as: UInt16.self)
        }
        let expected: [UInt16] = (0..<64).map { UInt16(1016 + $0 / 2) }
        #expect(columns == expected)

        // The same face: in the zoomed frame, and in one that is not zoomed yet.
        let place = Rect(x: 0.5, y: 0, width: 1.0 / 16, height: 1)
        for (zoom, bounds) in [
            (image.zoom, image.zoom.zoomedFromWhole.apply(place)), (VideoZoom.none, place),
        ] {
            var observation = FaceObservation(
                frame: FrameID(0), presentationTime: .zero, captureNanoseconds: 0,
                outcome: .analysed,
                faces: [
                    MetadataFaceObject(
                        faceID: 1,
                        bounds: Rect(x: bounds.x, y: 0, width: bounds.width, height: 1),
                        confidence: 1)
                ])
            observation.zoom = zoom
            estimator.measureFaces(in: &observation)
            let distance = try #require(observation.faces[0].distance)
            #expect(abs(distance - 1.0335) < 0.002, "\(distance)")
        }
    }

    @Test func whatIsNoFactorAndNoRateIsRefused() throws {
        let input = CaptureDeviceInput(device: Self.device([]))
        #expect(input.videoZoomFactor == 1 && input.videoMaxZoomFactor == 16)
        for factor in [0.99, 0, -1, 16.1, .infinity, .nan] {
            for attempt in [
                { try input.setVideoZoomFactor(factor) },
                { try input.ramp(toVideoZoomFactor: factor, withRate: 1) },
            ] {
                let error = #expect(throws: FacecapError.self) { try attempt() }
                #expect(error?.code == .invalidArgument)
                #expect(
                    error?.message
                        == "Frames cannot be zoomed by \(factor); use a factor from 1 to 16.")
            }
        }
        for rate in [0, -1, .infinity, .nan] {
            let error = #expect(throws: FacecapError.self) {
                try input.ramp(toVideoZoomFactor: 2, withRate: rate)
            }
            #expect(error?.code == .invalidArgument)
        }
        #expect(!input.isRampingVideoZoom && input.videoZoomFactor == 1)
        try input.ramp(toVideoZoomFactor: 2, withRate: 1)
        input.cancelVideoZoomRamp()
        #expect(!input.isRampingVideoZoom && input.videoZoomFactor == 1)
    }

    /// Cuts frames itself, two frames after it was asked to.
    private final class CroppingSource: ZoomingSource, CaptureSourceControl, @unchecked Sendable {
        let videoFormat: VideoFormat? = VideoFormat(width: 320, height: 240, frameRate: 10)
        let estimatedFrameCount: Int? = nil
        let isLive = false
        let asked = Mutex<[VideoZoom]>([])
        private var next = 0
        private var coming: [VideoZoom] = [.none, .none]
        private let magnifier = try? PixelBufferMagnifier()

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            guard next < 20, case .video(let sample) = ZoomTests.frame(next) else { return nil }
            next += 1
            let zoom = coming.removeFirst()
            coming.append(asked.withLock { $0.last } ?? .none)
            guard zoom != .none, let magnifier else { return .video(sample) }
            return .video(
                sample.zoomed(to: zoom, with: try magnifier.magnify(sample.pixelBuffer, by: zoom)))
        }

        func show(_ zoom: VideoZoom) { asked.withLock { $0.append(zoom) } }

        func cancel() {}
    }

    @Test(arguments: [(1.0, 2.0), (2, 1)])
    func whatADeviceDoesNotShowYetIsCutOutHere(first: Double, last: Double) async throws {
        let source = CroppingSource()
        let input = CaptureDeviceInput(device: CaptureSessionTests.device { _ in source })
        try input.setVideoZoomFactor(first)
        try input.ramp(toVideoZoomFactor: last, withRate: 1)
        let seen = try await observations(of: input)
        #expect(seen.count == 20)
        let factors = seen.map(\.videoZoomFactor)
        #expect(factors.last == last)
        let steps = zip(factors, factors.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { last > first ? $0 >= 0 : $0 <= 0 })
        #expect(source.asked.withLock { $0.last }?.factor ?? 1 == last)
        let owner = Self.owners(seen[0])
        for observation in seen {
            #expect(Self.owners(observation) == owner)
            for face in observation.faces {
                let place = Self.truth(Self.people[owner[face.faceID] ?? 0], in: observation)
                #expect(face.bounds.intersectionOverUnion(place) > 0.9, "\(observation.frame)")
            }
        }
    }

    /// Keeps frames and depth images.
    private final class DeliveryKeeper: CaptureOutput {
        let frames = Mutex<[VideoSampleBuffer]>([])
        let depth = Mutex<[VideoSampleBuffer]>([])
        var mediaTypes: Set<MediaType> { [.video, .depth] }

        func start(connections: [CaptureConnection], isLossless: Bool) {}

        func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
            switch delivery {
            case .frame(let frame): frames.withLock { $0.append(frame.sampleBuffer) }
            case .depth(let frame): depth.withLock { $0.append(frame.sampleBuffer) }
            default: break
            }
        }

        func finish() {}
    }
}
