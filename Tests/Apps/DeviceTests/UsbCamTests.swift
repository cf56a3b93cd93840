// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)))
struct UsbCamTests {
    @Test func theDoctorSeesTheCamera() async throws {
        let result = try await CommandRunner.run(["doctor"])
        #expect(result.output.contains("/dev/video"), "\(result.output)")
    }
}
