// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What a driver can do wrong while a camera is recorded: nothing crashes, every loss is told.
@Suite(
    .serialized, .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividFaultTests {
    /// The camera's frames are 40 ms apart: the time line tells how many the driver counted, up to one,
    /// as late frames have the time at which they came.
    private func expectAllCounted(_ finished: CameraRecording.Finished) throws {
        let (first, last) = (try #require(finished.times.first), try #require(finished.times.last))
        let counted = Int(((last - first) * 25).rounded()) + 1
        let told = finished.frames("captured") + finished.frames("lost")
        #expect(abs(told - counted) <= 1, "\(told) told, \(counted) counted")
    }

    /// The movie holds what was captured and not dropped, and plays.
    private func expectPlayable(_ finished: CameraRecording.Finished) async throws {
        #expect(finished.result.exitCode == 0, "\(finished.result.messages)")
        #expect(finished.addsUp, "\(finished.result.output.suffix(400))")
        let (count, complaints) = try await finished.decode()
        #expect(complaints == "")
        #expect(count == finished.frames("captured") - finished.frames("dropped"))
    }

    @Test func buffersThatTheDriverDropsAreCountedAsLost() async throws {
        let recording = try await CameraRecording()
        try await VividDriver.set("percentage_of_dropped_buffers", 20)
        #expect(await recording.waitForFrames(60))
        try await VividDriver.set("percentage_of_dropped_buffers", 0)
        #expect(await recording.waitForFrames(5))
        let finished = try await recording.finish()
        try await expectPlayable(finished)
        #expect(finished.frames("lost") > 3)
        try expectAllCounted(finished)
        #expect(finished.events("interrupted").isEmpty)
    }

    @Test func aStallIsNoticedAndEndsWithAGapInTheMovie() async throws {
        let recording = try await CameraRecording()
        try await VividDriver.set("percentage_of_dropped_buffers", 100)
        let start = Date()
        #expect(await recording.waitForInterruptions(1))
        let noticed = Date().timeIntervalSince(start)
        try await Task.sleep(for: .seconds(3))
        try await VividDriver.set("percentage_of_dropped_buffers", 0)
        let back = Date()
        #expect(await recording.waitForReturns(1))
        print("stall: noticed after \(noticed) s, frames \(Date().timeIntervalSince(back)) s later")
        #expect(await recording.waitForFrames(5))
        let finished = try await recording.finish()
        try await expectPlayable(finished)
        #expect(finished.events("interrupted").count == 1)
        #expect(finished.events("interrupted").first?["reason"] as? String == "no frame for 2 s")
        let gap = try #require(finished.events("resumed").first?["gap_ms"] as? Double)
        #expect(gap > 4900)
        let gaps = try await finished.gaps()
        #expect(gaps.map(\.reason) == ["no frame for 2 s"])
        #expect(abs((gaps.first?.seconds ?? 0) * 1000 - gap) < 1)
    }

    @Test func aDamagedBufferIsAFrameThatWasDropped() async throws {
        let recording = try await CameraRecording()
        try await VividDriver.set("inject_v4l2_buf_flag_error")
        #expect(await recording.waitForFrames(10))
        let finished = try await recording.finish()
        try await expectPlayable(finished)
        #expect(finished.dropped("corrupt_data") == 1)
        try expectAllCounted(finished)
    }

    @Test(arguments: [
        ["inject_vidioc_qbuf_error"], ["inject_fatal_streaming_error"],
        ["inject_vidioc_reqbufs_error", "inject_fatal_streaming_error"],
        ["inject_vidioc_streamon_error", "inject_fatal_streaming_error"],
    ])
    func aDriverThatFailsIsOpenedAgain(controls: [String]) async throws {
        let recording = try await CameraRecording()
        for control in controls { try await VividDriver.set(control) }
        #expect(await recording.waitForReturns(1), "\(recording.command.messages)")
        #expect(await recording.waitForFrames(5))
        let finished = try await recording.finish()
        try await expectPlayable(finished)
        #expect(finished.events("interrupted").count == 1)
        #expect(try await finished.gaps().count == 1)
    }

    @Test(arguments: ["wrap_timestamp", "wrap_sequence_number"])
    func numbersThatWrapLoseNothing(control: String) async throws {
        try await VividDriver.set(control)
        let recording = try await CameraRecording()
        #expect(await recording.waitForFrames(30))
        let finished = try await recording.finish()
        try await VividDriver.set(control, 0)
        try await expectPlayable(finished)
        // Without the driver's times those of the arrival count, which come in bursts.
        if control == "wrap_sequence_number" { try expectAllCounted(finished) }
        #expect(finished.frames("lost") < 1000)
        #expect(finished.events("interrupted").isEmpty)
    }

    @Test func aDeviceThatIsDisconnectedComesBackWithItsDriver() async throws {
        let recording = try await CameraRecording()
        try await VividDriver.set("disconnect")
        #expect(await recording.waitForInterruptions(1))
        try VividDriver.unbind()
        try VividDriver.bind()
        #expect(await recording.waitForReturns(1))
        let finished = try await recording.finish()
        try await expectPlayable(finished)
        #expect(try await finished.gaps().map(\.reason) == ["the camera went away"])
    }

    @Test func aRecordingEndsWhileItsCameraIsAway() async throws {
        let recording = try await CameraRecording()
        try VividDriver.unbind()
        #expect(await recording.waitForInterruptions(1))
        recording.command.send(SIGINT)
        let finished = try await recording.finish()
        try VividDriver.bind()
        try await expectPlayable(finished)
    }

    @Test func aSecondReaderIsToldThatTheCameraIsBusy() async throws {
        let recording = try await CameraRecording()
        let second = try await CommandRunner.run([
            "live", "--json", "--source", VividDriver.path, "--detector", "haar",
        ])
        #expect(second.exitCode != 0)
        #expect(second.messages.contains("Another program uses \(VividDriver.path): close it"))
        #expect(second.messages.split(separator: "\n").count == 1)
        #expect(await recording.waitForFrames(5))
        try await expectPlayable(try await recording.finish())
    }

    @Test func aCameraWithoutPermissionIsExplained() async throws {
        let path = VividDriver.path
        // Anybody may reach the program, which lies in a folder of root's.
        let folder = try TemporaryFolder()
        let program = folder.path + "/facecap"
        try FileManager.default.copyItem(atPath: CommandRunner.facecap, toPath: program)
        chmod(path, 0o600)
        let run = try await CommandRunner.run(
            [
                "nobody", "-s", "/bin/sh", "-c",
                "\(program) live --json --source \(path) --detector haar",
            ], of: "/bin/su")
        #expect(run.messages.contains("No permission for \(path): add yourself to the group video"))
        #expect(run.exitCode != 0)
    }

    @Test func whatIsNoCameraIsExplained() async throws {
        let path = VividDriver.outputPath
        let run = try await CommandRunner.run([
            "live", "--json", "--source", path, "--detector", "haar",
        ])
        #expect(run.exitCode != 0)
        #expect(run.messages.split(separator: "\n").count == 1, "\(run.messages)")
    }
}
