// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import CameraInput

/// Cameras that cannot be opened, and what is closed again.
@Suite struct V4L2CameraOpeningTests {
    @Test(arguments: [
        ("open", ENOENT, FacecapError.Code.sourceNotFound, "plug the camera in"),
        ("open", EACCES, .permissionDenied, "sudo usermod -aG video $USER"),
        ("VIDIOC_S_FMT", EBUSY, .deviceBusy, "fuser -v /dev/video0"),
        ("VIDIOC_REQBUFS", EBUSY, .deviceBusy, "fuser -v /dev/video0"),
        ("VIDIOC_QUERYCAP", ENOTTY, .formatUnsupported, "is not a camera"),
        ("VIDIOC_STREAMON", ENOSPC, .deviceBusy, "smaller size"),
        ("VIDIOC_STREAMON", ENODEV, .deviceDisconnected, "went away"),
        ("VIDIOC_QBUF", EINVAL, .systemFailed, "VIDIOC_QBUF failed"),
        ("mmap", ENOMEM, .systemFailed, "mmap failed"),
    ])
    func failedCallsNameTheRemedyAndLeaveNothingOpen(
        call: String, number: Int32, code: FacecapError.Code, remedy: String
    ) {
        let device = ScriptedDevice()
        device.failures = [call: number]
        let error = device.cameraFailure()
        #expect(error?.code == code)
        #expect(error?.systemError == number)
        #expect(error?.message.contains(remedy) == true)
        #expect(device.openCount == 0 && device.mappedCount == 0 && !device.isStreaming)
    }

    @Test func metadataNodeIsRefused() {
        let device = ScriptedDevice()
        device.capabilities["/dev/video0"] = DeviceCapability(
            driver: "uvcvideo", bus: "", canCapture: false, canStream: true)
        #expect(device.cameraFailure()?.code == .formatUnsupported)
    }

    @Test(arguments: [0, 1, 33, 4_294_967_295])
    func absurdNumbersOfBuffersAreRefused(count: Int) {
        let device = ScriptedDevice()
        device.bufferCount = count
        #expect(device.cameraFailure()?.code == .systemFailed)
        #expect(device.mappedCount == 0 && device.openCount == 0)
    }

    @Test(arguments: [7, 4_294_967_295])
    func lyingRowsAreRefused(bytesPerLine: Int) {
        let device = ScriptedDevice()
        device.answer = { format in
            var format = format
            format.bytesPerLine = bytesPerLine
            return format
        }
        #expect(device.cameraFailure()?.code == .systemFailed)
        #expect(device.mappedCount == 0 && device.openCount == 0)
    }

    @Test func buffersTooSmallForAnImageAreRefused() {
        let device = ScriptedDevice()
        device.bufferLength = 15
        #expect(device.cameraFailure()?.code == .systemFailed)
        #expect(device.mappedCount == 0 && device.openCount == 0)
    }

    @Test func cameraIsStoppedUnmappedAndClosedAtItsEnd() throws {
        let device = ScriptedDevice(V4L2CameraTests.frames(3))
        do {
            let camera = try device.makeCamera()
            #expect(device.isStreaming && device.mappedCount == 4 && device.openCount == 1)
            _ = try camera.nextEvent()
        }
        #expect(!device.isStreaming && device.mappedCount == 0 && device.openCount == 0)
    }
}
