// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Controls of a USB camera through the kernel's own driver.
@Suite(
    .enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)),
    .serialized)
struct UsbCamControlsTests {
    @Test func whatIsSetReachesTheCamera() async throws {
        let camera = try await DeviceRecords.camera(named: "Lab UVC Camera: Lab UVC Camera")
        let path = try #require(camera["path"] as? String)
        let controls = try await DeviceRecords.controls(of: path)
        #expect(controls["brightness"] != nil, "\(controls.keys)")
        let range = try #require(controls["brightness"])
        let maximum = try #require(range["maximum"] as? Double)
        let changed = try await DeviceRecords.controls(
            of: path, ["--set", "brightness=\(Int(maximum))"])
        #expect(changed["brightness"]?["value"] as? Double == maximum)
        #expect(
            try await DeviceRecords.driverValue(of: "brightness", at: path) == "\(Int(maximum))")
        _ = try await DeviceRecords.controls(of: path, ["--reset"])
        #expect(
            try await DeviceRecords.driverValue(of: "brightness", at: path)
                == "\(Int(range["default"] as? Double ?? -1))")
    }
}
