// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A USB camera, and its microphone, that are unplugged and plugged in again in mid-recording.
@Suite(
    .serialized,
    .enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)))
struct UsbCamReplugTests {
    @Test func theRecordingGoesOnWithTheSameCamera() async throws {
        let camera = try await LabCommand.camera(driver: "uvcvideo")
        let recording = try await CameraRecording(of: camera, ["--pixel-format", "yuyv"])
        let plug = try UsbCamPlug.pull()
        #expect(await recording.waitForInterruptions(1), "\(recording.command.messages)")
        try plug.push()
        #expect(await recording.waitForReturns(1), "\(recording.command.messages)")
        #expect(await recording.waitForFrames(10))
        let finished = try await recording.finish()
        #expect(finished.result.exitCode == 0, "\(finished.result.messages)")
        #expect(finished.addsUp, "\(finished.result.output.suffix(400))")
        #expect(try await finished.gaps().map(\.reason) == ["the camera went away"])
        let (count, complaints) = try await finished.decode()
        #expect(complaints == "")
        #expect(count == finished.frames("captured") - finished.frames("dropped"))
    }

    @Test func silenceStandsForTheAudioOfAMicrophoneThatIsAway() async throws {
        let recording = try await CameraRecording(
            of: "synthetic:size=320x240,fps=10", ["--audio", "hw:1,0"])
        #expect(await recording.waitForFrames(10))
        let plug = try UsbCamPlug.pull()
        #expect(await recording.waitForInterruptions(1), "\(recording.command.messages)")
        try plug.push()
        #expect(await recording.waitForReturns(1), "\(recording.command.messages)")
        #expect(await recording.waitForFrames(20))
        let finished = try await recording.finish()
        #expect(finished.result.exitCode == 0, "\(finished.result.messages)")
        #expect(finished.addsUp, "\(finished.result.output.suffix(400))")
        #expect(try #require(finished.lostAudioCount) > 0)
        // The images never waited.
        #expect(try await finished.gaps().isEmpty)
        let lengths = try await LabCommand.run(
            "ffprobe -v error -show_entries stream=codec_type,duration -of csv=p=0 \(finished.path)"
                + " | grep -E 'video|audio' | cut -d, -f2")
        let seconds = lengths.output.split(separator: "\n").compactMap { Double($0) }
        #expect(seconds.count == 2 && abs(seconds[0] - seconds[1]) < 0.5, "\(lengths.output)")
    }
}
