// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The program on the virtual cameras.
@Suite(.enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividTests {
    @Test func liveWritesARecordForEveryFrameOfACamera() async throws {
        let result = try await CommandRunner.run([
            "live", "--json", "--source", "/dev/video0", "--duration", "2s", "--detector", "haar",
        ])
        #expect(result.exitCode == 0, "\(result.messages)")
        let faces = result.output.split(separator: "\n").filter {
            $0.contains(#""type":"faces""#)
        }
        #expect(faces.count >= 20)
    }
}
