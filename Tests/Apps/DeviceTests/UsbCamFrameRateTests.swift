// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Another frame rate of the USB camera, whose driver takes none while frames flow.
@Suite(.enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)))
struct UsbCamFrameRateTests {
    @Test func aCameraThatRefusesMeanwhileIsOpenedAgain() async throws {
        let change = try await RateChange(
            source: try await LabCommand.camera(driver: "uvcvideo"), size: "320x240", rate: 5)
        #expect(change.run.exitCode == 0, "\(change.run.messages)")
        #expect(change.rates == [5])
        #expect(change.events.contains("interrupted") && change.events.contains("resumed"))
        #expect(change.run.output.contains("changed to 5 frames a second"))
        #expect(change.intervalBefore < 0.1 && abs(change.intervalAfter - 0.2) < 0.02)
    }
}
