// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Testing

@testable import CameraInput

/// A USB 2 camera: raw frames are slow where they are large.
@Suite struct FormatChoiceTests {
    private let vga = FrameSize(width: 640, height: 480)
    private let hd = FrameSize(width: 1280, height: 720)

    private func camera(_ request: CameraRequest) throws -> V4L2Camera {
        let device = ScriptedDevice()
        device.bufferLength = 1280 * 720 * 2
        device.offers = [
            .init(.mjpg, [vga], [30]), .init(.yuyv, [vga], [30]), .init(.z16, [vga], [60]),
        ]
        device.largeOffers = [.init(.mjpg, [hd], [30]), .init(.yuyv, [hd], [10])]
        return try device.makeCamera(request)
    }

    private func message(_ request: CameraRequest) -> String? {
        let error = #expect(throws: FacecapError.self) { _ = try camera(request) }
        #expect(error?.code == .formatUnsupported)
        return error?.message
    }

    @Test func rawImagesComeFirstWhereTheyAreFastEnough() throws {
        #expect(try camera(CameraRequest()).pixelFormat == .yuyv)
        #expect(
            try camera(CameraRequest(width: 1280, height: 720, frameRate: 10)).pixelFormat == .yuyv)
    }

    @Test func compressedImagesComeWhereRawOnesAreTooSlow() throws {
        let camera = try camera(CameraRequest(width: 1280, height: 720))
        #expect(camera.pixelFormat == .mjpg)
        #expect(camera.videoFormat?.frameRate == 30)
    }

    @Test func distancesComeOnlyWhenAskedFor() throws {
        #expect(try camera(CameraRequest(frameRate: 60)).pixelFormat != .z16)
        #expect(try camera(CameraRequest(frameRate: 60, pixelFormat: .z16)).depthFormat != nil)
    }

    @Test func theLargestImagesCanBeAskedFor() throws {
        let format = try camera(CameraRequest().forLargest).videoFormat
        #expect(format?.width == 1280 && format?.height == 720)
    }

    @Test func whatOneInsistsOnIsRefusedWithWhatThereIs() {
        var request = CameraRequest(width: 800, height: 600)
        request.insistsOnSize = true
        #expect(message(request)?.contains("800x600, only of 640x480, 1280x720") == true)
        request = CameraRequest(width: 1280, height: 720, pixelFormat: .yuyv)
        request.insistsOnFrameRate = true
        #expect(message(request)?.contains("at most 10 YUYV frames of 1280x720") == true)
        #expect(
            message(CameraRequest(pixelFormat: .h264))?.contains("no H264 frames, only") == true)
    }
}
