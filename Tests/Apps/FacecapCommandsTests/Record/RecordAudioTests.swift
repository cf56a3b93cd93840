// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Recordings with a microphone beside the frames.
struct RecordAudioTests {
    private let folder: TemporaryFolder
    private let options = [
        "--source", "synthetic:size=320x240,fps=10", "--duration", "3s", "--detector", "haar",
        "--detect-every", "10", "--preset", "ultrafast",
    ]

    /// A device of ALSA that needs no kernel: `tone` plays a file.
    init() throws {
        folder = try TemporaryFolder.withTone()
    }

    private func record(_ audio: String, _ options: [String]) async throws -> CommandResult {
        try await CommandRunner.run(
            ["record", "out.mp4", "--audio", audio] + options,
            environment: ["ALSA_CONFIG_PATH": folder.path + "/asound.conf"],
            workingDirectory: folder.path)
    }

    @Test func audioBeginsAndEndsWithTheImages() async throws {
        let result = try await record("tone", options)
        #expect(result.exitCode == 0, "\(result.messages)")
        let probe = try await CommandRunner.run(
            [
                "ffprobe", "-v", "error", "-show_entries", "stream=start_time,duration",
                "-select_streams", "a", "-of", "csv=p=0", folder.path + "/out.mp4",
            ], of: "/usr/bin/env")
        let times = probe.output.split(whereSeparator: { ",\n".contains($0) }).compactMap {
            Double($0)
        }
        try #require(times.count == 2, "\(probe.output)")
        #expect(abs(times[0]) < 0.05)
        #expect(abs(times[1] - 3) < 0.5)
    }

    @Test func aMissingMicrophoneIsNamed() async throws {
        let result = try await record("nowhere", options)
        #expect(result.exitCode != 0)
        #expect(result.messages.contains("There is no audio device nowhere"))
    }

    @Test func aMicrophoneAndAVideoHaveNoTimeInCommon() async throws {
        let fast = ["--source", "synthetic:size=320x240,frames=5,pace=fast", "--detector", "haar"]
        let result = try await record("tone", fast)
        #expect(result.exitCode == 64, "\(result.messages)")
        #expect(result.messages.contains("--audio source"))
    }

    @Test func theEndSaysHowMuchAudioWasLost() async throws {
        let result = try await record("tone", options + ["--json", "--stats"])
        #expect(result.exitCode == 0, "\(result.messages)")
        let end = try #require(try JSONLines.parse(result.output).last)
        let lost = try #require(end["lost_sound"] as? Int)
        #expect(result.messages.contains("microphone: "))
        #expect(result.messages.contains("\(lost) sample frames lost"))
    }

    @Test func withoutAMicrophoneTheEndSaysNothingOfSound() async throws {
        let result = try await record("source", options + ["--json"])
        #expect(try JSONLines.parse(result.output).last?["lost_sound"] == nil)
    }

    @Test func theAudioIsHeardMeanwhile() async throws {
        let result = try await record("tone", options + ["--monitor", "null"])
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(!result.messages.contains("Nothing is heard"), "\(result.messages)")
    }

    @Test func aMonitorThatIsMissingIsNamedOnceAndTheRecordingGoesOn() async throws {
        let result = try await record("tone", options + ["--monitor", "nowhere"])
        #expect(result.exitCode == 0, "\(result.messages)")
        let warnings = result.messages.components(
            separatedBy: "Nothing is heard on the audio device nowhere")
        #expect(warnings.count == 2, "\(result.messages)")
    }

    @Test func aMonitorNeedsAudioThatIsRecorded() async throws {
        let result = try await CommandRunner.run(
            ["record", "out.mp4", "--monitor", "default"], workingDirectory: folder.path)
        #expect(result.exitCode == 64)
        #expect(result.messages.contains("--audio"), "\(result.messages)")
    }

    @Test func aVideoThatIsReadAsFastAsItGoesCannotBeHeard() async throws {
        let fast = ["--source", "synthetic:size=320x240,frames=5,pace=fast", "--detector", "haar"]
        let result = try await record("source", fast + ["--monitor", "null"])
        #expect(result.exitCode == 64, "\(result.messages)")
        #expect(result.messages.contains("--realtime"), "\(result.messages)")
    }
}
