// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: DeviceLab.loopback.isHere, Comment(rawValue: DeviceLab.loopback.absence)))
struct LoopbackTests {
    @Test func theDoctorSeesTheCamera() async throws {
        let result = try await CommandRunner.run(["doctor"])
        #expect(result.output.contains("/dev/video"), "\(result.output)")
    }
}
