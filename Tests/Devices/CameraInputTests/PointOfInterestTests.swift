// SPDX-License-Identifier: Apache-2.0
import CLinux
import CaptureControls
import FaceValues
import Testing

@testable import CameraInput

@Suite struct PointOfInterestTests {
    private let automatics = Int32(bitPattern: FACECAP_CID_UVC_REGION_OF_INTEREST_AUTO)
    private let path = "/dev/test-\(UInt64.random(in: 0 ... .max))"

    private func camera(bits: Int64 = 0b1001) -> ScriptedControls {
        let device = ScriptedControls().add(automatics, .bitmask, 0...bits)
        device.sensor = DeviceRegion(left: 0, top: 0, width: 1920, height: 1080)
        device.region = device.sensor
        return device
    }

    @Test func aPointIsTheMiddleOfARegionThatFocusFollows() throws {
        let device = camera()
        let controls = V4L2CameraControls(path: path, calls: device)
        let state = try controls.withConfigurationLock { state, changes in
            #expect(state.focusPointOfInterest.isSupported)
            #expect(state.focusPointOfInterest.value == nil)
            changes.focusPointOfInterest = Point(x: 0.5, y: 0.25)
        }
        #expect(
            device.regions == [DeviceRegion(left: 720, top: 135, width: 480, height: 270)])
        #expect(device.values[UInt32(bitPattern: automatics)] == 0b1000)
        #expect(state.focusPointOfInterest.value == Point(x: 0.5, y: 0.25))
        #expect(state.exposurePointOfInterest.value == nil)
    }

    @Test func regionsStayOnTheSensor() throws {
        let device = camera()
        device.sensor = DeviceRegion(left: 8, top: 8, width: 640, height: 480)
        for (point, left, top) in [(Point(x: 0, y: 0), 8, 8), (Point(x: 1, y: 1), 488, 368)] {
            try V4L2CameraControls(path: path, calls: device).withConfigurationLock {
                $1.exposurePointOfInterest = point
            }
            #expect(
                device.regions.last
                    == DeviceRegion(left: Int32(left), top: Int32(top), width: 160, height: 120))
        }
    }

    @Test func focusAndExposureShareTheRegion() throws {
        let device = camera()
        let controls = V4L2CameraControls(path: path, calls: device)
        try controls.withConfigurationLock { _, changes in
            changes.focusPointOfInterest = Point(x: 0.5, y: 0.5)
            changes.exposurePointOfInterest = Point(x: 0.5, y: 0.5)
        }
        #expect(device.values[UInt32(bitPattern: automatics)] == 0b1001)
        #expect(throws: FacecapError.self) {
            try controls.withConfigurationLock { _, changes in
                changes.focusPointOfInterest = Point(x: 0.2, y: 0.5)
                changes.exposurePointOfInterest = Point(x: 0.5, y: 0.5)
            }
        }
        #expect(device.regions.count == 1)
    }

    @Test func resettingPutsTheRegionWhereTheDriverBegan() throws {
        let device = camera()
        device.defaultRegion = device.region
        let controls = V4L2CameraControls(path: path, calls: device)
        try controls.withConfigurationLock { _, changes in
            changes.focusPointOfInterest = Point(x: 0.5, y: 0.25)
        }
        #expect(device.region != device.defaultRegion)
        try controls.reset()
        #expect(device.region == device.defaultRegion)
        #expect(device.values[UInt32(bitPattern: automatics)] == 0)
    }

    @Test func camerasThatOnlyExposeByTheRegionHaveNoPointForFocus() throws {
        let state = try V4L2CameraControls(path: path, calls: camera(bits: 1)).state()
        #expect(state.exposurePointOfInterest.isSupported)
        #expect(!state.focusPointOfInterest.isSupported)
    }

    @Test(arguments: [(0, 1080), (1920, 0), (.max, 1080)] as [(UInt32, UInt32)])
    func aSensorWithoutSenseHasNoPoints(width: UInt32, height: UInt32) throws {
        let device = camera()
        device.sensor = DeviceRegion(left: 0, top: 0, width: width, height: height)
        #expect(try V4L2CameraControls(path: path, calls: device).state().controls.isEmpty)
    }
}
