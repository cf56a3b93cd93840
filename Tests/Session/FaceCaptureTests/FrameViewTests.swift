// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

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

    @Test func framesWithSquarePixelsAreShownAsTheyAre() {
        var view = FrameView()
        let stored = sample(.square)
        let shown = view.show(stored)
        #expect(shown.sample.pixelBuffer === stored.pixelBuffer)
        #expect(shown.fromStored == .identity)
    }

    /// Shapes that no camera has would need much memory, or leave nothing.
    @Test(arguments: [(5, 1), (1, 5), (4_000_000_000, 1)] as [(UInt32, UInt32)])
    func shapesThatMakeNoSenseAreNotBelieved(width: UInt32, height: UInt32) {
        var view = FrameView()
        let stored = sample(Shape(horizontalSpacing: width, verticalSpacing: height))
        #expect(view.show(stored).sample.pixelBuffer === stored.pixelBuffer)
    }

    @Test(arguments: [(16, 11, 465), (8, 9, 284), (4, 3, 427)] as [(UInt32, UInt32, Int)])
    func pixelsAreMadeSquareAndPlacesGoThereAndBack(
        width: UInt32, height: UInt32, shown columns: Int
    ) {
        var view = FrameView()
        for orientation in [VideoOrientation.upright, .mirrored] {
            let stored = sample(
                Shape(horizontalSpacing: width, verticalSpacing: height), orientation)
            let shown = view.show(stored)
            let image = shown.sample.pixelBuffer
            #expect(image.width == columns && image.height == 180)
            #expect(shown.sample.pixelAspectRatio == .square)
            #expect(!shown.sample.orientation.isMirrored)
            let corner = shown.fromStored.apply(Point(x: 320, y: 180))
            let end = orientation.isMirrored ? 0 : Double(columns)
            #expect(abs(corner.x - end) < 1e-9 && corner.y == 180)
        }
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
