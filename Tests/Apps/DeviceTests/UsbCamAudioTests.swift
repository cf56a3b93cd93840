// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The microphone of a USB camera.
@Suite(
    .serialized,
    .enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)))
struct UsbCamAudioTests {
    @Test func theMicrophoneOfACameraIsRecorded() async throws {
        let folder = try TemporaryFolder()
        let result = try await CommandRunner.run(
            [
                "record", "out.mp4", "--source", "synthetic:size=320x240,fps=10", "--audio", "auto",
                "--duration", "4s", "--detector", "haar", "--detect-every", "20",
            ], workingDirectory: folder.path)
        #expect(result.exitCode == 0, "\(result.messages)")
        let probe = try await CommandRunner.run(
            [
                "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries",
                "stream=duration,sample_rate", "-of", "default=nw=1:nk=1", folder.path + "/out.mp4",
            ], of: "/usr/bin/env")
        let lines = probe.output.split(separator: "\n")
        #expect(lines.first == "48000")
        #expect(lines.last.flatMap { Double($0) }.map { abs($0 - 4) < 0.3 } == true, "\(lines)")
    }
}
