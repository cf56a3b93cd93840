// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A camera on a USB port, which is unplugged and plugged in again.
@Suite(
    .enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)),
    .serialized)
struct UsbCamDevicesTests {
    @Test func aUSBCameraIsListedOnceWithItsPortAndSerial() async throws {
        let result = try await CommandRunner.run(["devices", "--json"])
        let cameras = try JSONLines.parse(result.output).filter {
            $0["driver"] as? String == "uvcvideo"
        }
        #expect(cameras.count == 1, "\(result.output)")
        #expect(cameras.first?["usb_port"] as? String == "1-1")
        #expect(cameras.first?["serial"] as? String == "FC0001")
        let formats = cameras.first?["formats"] as? [[String: Any]] ?? []
        #expect(
            Set(formats.compactMap { $0["pixel_format"] as? String }) == [
                "MJPG", "YUYV", "NV12", "Z16",
            ])
        #expect(
            result.output.contains(#""type":"microphone""#)
                && result.output.contains(#""usb_port":"1-1""#))
    }

    @Test func unpluggingAndPluggingInAreEvents() async throws {
        let watch = try await CommandRunner.start(["devices", "--watch"])
        #expect(await watch.waitForOutput("present camera", within: 60))
        let plug = try UsbCamPlug.pull()
        for kind in ["camera", "microphone"] {
            let isGone = await watch.waitForOutput("disappeared \(kind)", within: 60)
            #expect(isGone, "\(watch.output)")
        }
        try plug.push()
        // "disappeared" holds it too.
        let isBack = await watch.waitForOutput("appeared camera", times: 2, within: 60)
        #expect(isBack, "\(watch.output)")
        watch.send(SIGINT)
        let result = await watch.result()
        #expect(result.exitCode == 0, "\(result.messages)")
    }
}
