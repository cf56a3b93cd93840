// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import CameraInput

/// Zooming by a driver that cuts and scales.
@Suite struct CameraCropTests {
    private static let sensor = DeviceRegion(left: 8, top: 4, width: 800, height: 600)
    private static let half = VideoZoom(
        factor: 2, visible: Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))

    private func device(_ steps: [ScriptedDevice.Step]) -> ScriptedDevice {
        let device = ScriptedDevice(steps)
        device.crop = Self.sensor
        return device
    }

    /// What the next frame shows.
    private func zoom(_ camera: V4L2Camera) throws -> VideoZoom {
        guard case .video(let sample)? = try camera.nextEvent() else { throw CancellationError() }
        return sample.zoom
    }

    /// A frame at a driver's time, in microseconds after the script's beginning: it comes a millisecond after the one
    /// before.
    private func frame(_ sequence: UInt32, _ microseconds: Int64) -> ScriptedDevice.Step {
        .frame(sequence, at: 10_000_000_000 + microseconds * 1000)
    }

    @Test func framesThatWereTakenAfterTheAnswerShowThePart() throws {
        let device = device([frame(0, 100), frame(1, 900), frame(2, 2000), frame(3, 3500)])
        let camera = try device.makeCamera()
        #expect(try zoom(camera) == .none)
        camera.show(Self.half)
        #expect(device.crop == DeviceRegion(left: 208, top: 154, width: 400, height: 300))
        // It was taken before, and waited.
        #expect(try zoom(camera) == .none)
        #expect(try zoom(camera) == Self.half)
        camera.show(.none)
        #expect(device.crop == Self.sensor)
        #expect(try zoom(camera) == .none)
    }

    @Test func whatTheDriverMadeOfThePartIsTold() throws {
        let device = device([frame(0, 500)])
        device.cropAnswer = { crop in
            DeviceRegion(left: crop.left & ~15, top: crop.top, width: 416, height: crop.height)
        }
        let camera = try device.makeCamera()
        camera.show(Self.half)
        let told = try zoom(camera)
        #expect(told.factor == 2)
        #expect(told.visible == Rect(x: 0.25, y: 0.25, width: 0.52, height: 0.5))
    }

    @Test func theDriverHasWhatItHadOnceTheCameraIsClosed() throws {
        let device = device([])
        var camera: V4L2Camera? = try device.makeCamera()
        camera?.show(Self.half)
        #expect(device.crop != Self.sensor)
        camera = nil
        #expect(device.crop == Self.sensor)
    }

    @Test func aDriverThatIsBusyForAMomentKeepsItsPartAndIsAskedAgain() throws {
        let device = device([frame(0, 500), frame(1, 1500), frame(2, 2500)])
        let camera = try device.makeCamera()
        camera.show(Self.half)
        device.failures["VIDIOC_S_SELECTION"] = EBUSY
        camera.show(.none)
        #expect(try zoom(camera) == Self.half)
        device.failures = [:]
        // It was taken before the driver was asked again.
        #expect(try zoom(camera) == Self.half)
        #expect(try zoom(camera) == .none)
        #expect(device.crop == Self.sensor)
    }

    @Test func aDriverThatIsBusyWhenTheCameraIsClosedIsAskedAgain() throws {
        let device = device([])
        var camera: V4L2Camera? = try device.makeCamera()
        camera?.show(Self.half)
        device.cropRefusalCount = 1
        camera = nil
        #expect(device.crop == Self.sensor)
    }

    @Test func aDriverThatNobodyAsksIsLeftAlone() throws {
        let device = device([frame(0, 100)])
        var camera: V4L2Camera? = try device.makeCamera()
        #expect(try camera.map(zoom) == VideoZoom.none)
        camera = nil
        #expect(device.cropCount == 0)
    }

    @Test(arguments: ["has none", "does not scale", "is busy", "answers nonsense"])
    func aDriverThatCannotIsAskedOnce(kind: String) throws {
        let device = device([frame(0, 500), frame(1, 1500)])
        switch kind {
        case "has none": device.crop = nil
        case "does not scale": device.sizeOfCrop = true
        case "is busy": device.failures["VIDIOC_S_SELECTION"] = EBUSY
        default: device.cropAnswer = { _ in DeviceRegion(left: 0, top: 0, width: 0, height: 0) }
        }
        let camera = try device.makeCamera()
        camera.show(Self.half)
        #expect(try zoom(camera) == .none)
        let count = device.cropCount
        camera.show(VideoZoom(factor: 4, visible: Rect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)))
        #expect(device.cropCount == count)
        #expect(try zoom(camera) == .none)
        if kind == "does not scale" { #expect(device.crop == Self.sensor) }
    }

    @Test(arguments: [true, false])
    func framesAreFilledWholeWhereTheDriverFilledAPart(refuses: Bool) throws {
        let device = device([frame(0, 100)])
        let part = DeviceRegion(left: 0, top: 0, width: 2, height: 2)
        device.filled = part
        if refuses { device.failures["VIDIOC_S_SELECTION"] = EBUSY }
        let camera = try device.makeCamera()
        let size = try #require(camera.videoFormat)
        let whole = DeviceRegion(
            left: 0, top: 0, width: UInt32(size.width), height: UInt32(size.height))
        #expect(device.filled == (refuses ? part : whole) && whole != part)
        #expect(try zoom(camera) == .none)
    }
}
