// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import CameraInput

/// What a camera is asked for, and what its driver makes of that.
@Suite struct V4L2CameraFormatTests {
    @Test func cheapestFormatIsAskedForWithItsSizeAndRate() throws {
        let device = ScriptedDevice()
        let size = FrameSize(width: 640, height: 480)
        device.bufferLength = 640 * 480 * 2
        device.offers = [.init(.bgr3, [size], [30]), .init(.yuyv, [size], [15, 30])]
        let camera = try device.makeCamera(CameraRequest())
        #expect(camera.pixelFormat == .yuyv)
        #expect(camera.videoFormat == VideoFormat(width: 640, height: 480, frameRate: 30))
        #expect(camera.isLive)
        #expect(device.requestedFormats == [DeviceFormat(code: PixelFormatCode(.yuyv), size: size)])
        #expect(device.requestedIntervals == [FrameInterval(numerator: 1, denominator: 30)])
    }

    @Test func whatTheDriverMakesOfTheFormatIsAccepted() throws {
        let device = ScriptedDevice()
        device.answer = { _ in
            DeviceFormat(
                code: PixelFormatCode(.grey), size: FrameSize(width: 32, height: 16),
                bytesPerLine: 64, isFullRange: true)
        }
        device.steps = V4L2CameraTests.frames(1)
        let camera = try device.makeCamera()
        #expect(camera.videoFormat?.width == 32 && camera.videoFormat?.height == 16)
        guard case .video(let sample) = try camera.nextEvent() else {
            Issue.record("The first event is not a frame.")
            return
        }
        let image = sample.pixelBuffer
        #expect(image.format == .gray8 && image.isFullRange)
        let secondRow = image.planes[0].baseAddress + image.planes[0].bytesPerRow
        #expect(secondRow.load(as: UInt8.self) == 64)
    }

    @Test func oneFormatCanBeInsistedOn() throws {
        let device = ScriptedDevice()
        let size = FrameSize(width: 4, height: 2)
        device.offers = [.init(.nv12, [size], [30]), .init(.grey, [size], [30])]
        let gray = CameraRequest(width: 4, height: 2, pixelFormat: .grey)
        #expect(try device.makeCamera(gray).pixelFormat == .grey)
        let blue = device.cameraFailure(CameraRequest(width: 4, height: 2, pixelFormat: .bgr3))
        #expect(blue?.code == .formatUnsupported)
        #expect(blue?.message.contains("BGR3 frames, only NV12, GREY") == true)
    }

    @Test func distancesComeAsDepth() throws {
        let device = ScriptedDevice(V4L2CameraTests.frames(1))
        device.offers = [.init(.z16, [FrameSize(width: 4, height: 2)], [30])]
        let camera = try device.makeCamera()
        #expect(camera.videoFormat == nil && camera.mediaTypes == [.depth])
        #expect(camera.depthFormat == VideoFormat(width: 4, height: 2, frameRate: 30))
        guard case .depth(let sample) = try camera.nextEvent() else {
            Issue.record("The first event is not a depth image.")
            return
        }
        let secondRow =
            sample.pixelBuffer.planes[0].baseAddress
            + sample.pixelBuffer.planes[0].bytesPerRow
        #expect(secondRow.load(as: UInt16.self).littleEndian == 0x0908)
    }

    @Test func cameraWithoutReadableImagesSaysWhatItHas() {
        let device = ScriptedDevice()
        device.offers = [
            .init(code: PixelFormatCode(rawValue: 0x3152_4742), sizes: [], intervals: [])
        ]
        let error = device.cameraFailure()
        #expect(error?.code == .formatUnsupported)
        #expect(error?.message.contains("only BGR1: use a camera with one of NV12") == true)
    }

    @Test(arguments: [(0, 480, 30.0), (640, 1 << 40, 30), (640, 480, 0), (640, 480, .nan)])
    func senselessRequestsAreRefused(width: Int, height: Int, frameRate: Double) {
        let request = CameraRequest(width: width, height: height, frameRate: frameRate)
        #expect(ScriptedDevice().cameraFailure(request)?.code == .invalidArgument)
    }
}
