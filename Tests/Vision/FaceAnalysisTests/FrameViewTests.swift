// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceDetectors
import FaceValues
import Testing

@testable import FaceAnalysis

@Suite struct FrameViewTests {
    private typealias Shape = VideoFormat.PixelAspectRatio

    private func sample(
        _ shape: VideoFormat.PixelAspectRatio, _ orientation: VideoOrientation = .upright
    ) -> VideoSampleBuffer {
        let frame = ScanningDetector.frame(0, format: .i420) { planes in
            for (plane, rows) in zip(planes, [180, 90, 90]) {
                plane.bytes.initializeMemory(
                    as: UInt8.self, repeating: 128, count: plane.bytesPerRow * rows)
            }
        }.sampleBuffer
        return VideoSampleBuffer(
            pixelBuffer: frame.pixelBuffer, presentationTime: frame.presentationTime,
            orientation: orientation, captureNanoseconds: 0, pixelAspectRatio: shape)
    }

    @Test func framesWithSquarePixelsAreShownAsTheyAre() throws {
        var view = FrameView()
        let stored = sample(.square)
        let shown = try view.show(stored)
        #expect(shown.sample.pixelBuffer === stored.pixelBuffer)
        #expect(shown.fromStored == .identity)
    }

    /// Shapes that no camera has would need much memory, or leave nothing.
    @Test(arguments: [(1_000_000, 1), (1, 1_000_000), (4_000_000_000, 1)] as [(UInt32, UInt32)])
    func shapesThatMakeNoSenseAreNotBelieved(width: UInt32, height: UInt32) throws {
        var view = FrameView()
        let stored = sample(Shape(horizontalSpacing: width, verticalSpacing: height))
        #expect(try view.show(stored).sample.pixelBuffer === stored.pixelBuffer)
    }

    @Test(arguments: [(16, 11, 465), (8, 9, 284), (4, 3, 427)] as [(UInt32, UInt32, Int)])
    func pixelsAreMadeSquareAndPlacesGoThereAndBack(
        width: UInt32, height: UInt32, shown columns: Int
    ) throws {
        var view = FrameView()
        for orientation in [VideoOrientation.upright, .mirrored] {
            let stored = sample(
                Shape(horizontalSpacing: width, verticalSpacing: height), orientation)
            let shown = try view.show(stored)
            let image = shown.sample.pixelBuffer
            #expect(image.width == columns && image.height == 180)
            #expect(shown.sample.pixelAspectRatio == .square)
            #expect(!shown.sample.orientation.isMirrored)
            let corner = shown.fromStored.apply(Point(x: 320, y: 180))
            let end = orientation.isMirrored ? 0 : Double(columns)
            #expect(abs(corner.x - end) < 1e-9 && corner.y == 180)
        }
    }

    /// Both sides change, so that the image stays small and nothing of the stored one is lost.
    @Test(
        arguments: [
            (5, 1, 1431, 161), (8, 1, 1810, 127), (1, 4, 320, 720), (1, 5, 286, 805),
            (30, 1, 3505, 66),
        ] as [(UInt32, UInt32, Int, Int)])
    func framesWhosePixelsAreFarFromSquareAreShownInTheirDisplayedShape(
        width: UInt32, height: UInt32, columns: Int, rows: Int
    ) throws {
        var view = FrameView()
        let stored = sample(Shape(horizontalSpacing: width, verticalSpacing: height))
        let shown = try view.show(stored)
        let image = shown.sample.pixelBuffer
        #expect(image.width == columns && image.height == rows)
        let corner = shown.fromStored.apply(Point(x: 320, y: 180))
        #expect(abs(corner.x - Double(columns)) < 1e-9 && abs(corner.y - Double(rows)) < 1e-9)
    }

    /// The shape may be wrong: people who stand there as they are stored are found too, and nobody twice.
    @Test(arguments: [(4, 1), (1, 5)] as [(UInt32, UInt32)])
    func facesAreFoundInTheStoredShapeTooWherePixelsAreFarFromSquare(
        width: UInt32, height: UInt32
    ) throws {
        let shape = Shape(horizontalSpacing: width, verticalSpacing: height)
        let frame = CapturedFrame(id: FrameID(0), sampleBuffer: sample(shape))
        let face = Rect(x: 140, y: 60, width: 40, height: 50)
        let stored = ShapeDetector { $0.width == 320 ? face : nil }
        var looker = FrameLooker(detector: stored)
        let look = try looker.look(at: frame, region: .unit, scanInterval: .every(1))
        #expect(look?.faces.map(\.bounds) == [face])
        let both = ShapeDetector {
            face.scaled(x: Double($0.width) / 320, y: Double($0.height) / 180)
        }
        looker = FrameLooker(detector: both)
        #expect(
            try looker.look(at: frame, region: .unit, scanInterval: .every(1))?.faces.count == 1)
    }

    @Test func facesAreToldInPixelsOfTheStoredFrame() throws {
        let detector = ScanningDetector { _ in Rect(x: 280, y: 60, width: 80, height: 50) }
        var looker = FrameLooker(detector: detector)
        let stored = sample(Shape(horizontalSpacing: 2, verticalSpacing: 1))
        let look = try looker.look(
            at: CapturedFrame(id: FrameID(0), sampleBuffer: stored), region: .unit,
            scanInterval: .every(1))
        #expect(look?.faces.map(\.bounds) == [Rect(x: 140, y: 60, width: 40, height: 50)])
        #expect(look?.imageSize == Size(width: 320, height: 180))
    }
}

/// Knows where a face is in an image of a size.
private final class ShapeDetector: FaceDetector {
    private let face: @Sendable (PixelBuffer) -> Rect?

    init(face: @escaping @Sendable (PixelBuffer) -> Rect?) { self.face = face }

    var description: DetectorDescription { DetectorDescription(name: "shape") }

    func detectFaces(
        in image: PixelBuffer, orientation: VideoOrientation, region: Rect?,
        hints: [DetectedFace.Hint]
    ) -> [DetectedFace] {
        face(image).map { [DetectedFace(bounds: $0, confidence: 0.9)] } ?? []
    }
}
