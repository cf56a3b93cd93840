// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import CameraInput

@Suite struct JPEGFrameReaderTests {
    private func device(_ contents: [[UInt8]]) -> ScriptedDevice {
        let device = ScriptedDevice(contents.indices.map { .frame(UInt32($0), at: nil) })
        device.offers = [.init(.mjpg, [FrameSize(width: 64, height: 32)], [30])]
        device.contents = contents
        return device
    }

    private func camera(_ device: ScriptedDevice) throws -> V4L2Camera {
        try device.makeCamera(CameraRequest(width: 64, height: 32))
    }

    private func image(_ event: CaptureEvent?) throws -> PixelBuffer {
        guard case .video(let sample) = event else {
            throw FacecapError(.invalidState, "This is not a frame.")
        }
        return sample.pixelBuffer
    }

    @Test func imagesWithoutHuffmanTablesAreDecoded() throws {
        let camera = try camera(device([EncodedImages.jpeg]))
        #expect(camera.pixelFormat == .mjpg)
        #expect(camera.videoFormat == VideoFormat(width: 64, height: 32, frameRate: 30))
        let image = try image(try camera.nextEvent())
        #expect((image.width, image.height) == (64, 32))
        #expect(image.isFullRange)
        // Blue: little luma, much Cb.
        #expect(image.planes[0].baseAddress.load(as: UInt8.self) < 45)
        #expect(image.planes[1].baseAddress.load(as: UInt8.self) > 230)
    }

    @Test func imagesAreNoLargerThanNeeded() throws {
        let camera = try camera(device(Array(repeating: EncodedImages.jpeg, count: 4)))
        for (needed, width) in [(20, 32), (Int?.none, 64), (16, 16), (1, 8)] {
            camera.needsFrames(ofLongerSide: needed)
            let image = try image(try camera.nextEvent())
            #expect((image.width, image.height) == (width, width / 2))
        }
    }

    @Test func damagedImagesAreDropped() throws {
        let jpeg = EncodedImages.jpeg
        var scrambled = jpeg
        for index in 20..<90 { scrambled[index] = UInt8(truncatingIfNeeded: index * 37) }
        let camera = try camera(
            device([
                [], [0xFF], Array(jpeg.prefix(60)), Array(jpeg.prefix(150)), scrambled, jpeg,
            ]))
        for _ in 0..<5 {
            guard case .dropped(.corruptData, _) = try camera.nextEvent() else {
                Issue.record("A damaged frame was not dropped.")
                return
            }
        }
        #expect(try image(try camera.nextEvent()).width == 64)
    }

    @Test(arguments: [
        (1280, 0, 0), (1280, 2000, 0), (1280, 640, 1), (1280, 641, 0), (1920, 320, 2),
        (4096, 320, 3), (64, 1, 3),
    ])
    func sidesAreHalvedWhileTheyStayLargeEnough(side: Int, needed: Int, halvings: Int) {
        #expect(JPEGFrameReader.reduction(of: side, to: needed) == halvings)
    }
}
