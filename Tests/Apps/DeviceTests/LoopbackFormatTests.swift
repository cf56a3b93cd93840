// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Encoded frames that a program feeds into a camera; each into its own, as v4l2loopback takes no other
/// format once somebody has read.
@Suite(
    .enabled(
        if: DeviceLab.loopback.isHere && SharedMedia.isAvailable,
        Comment(rawValue: DeviceLab.loopback.absence)), .serialized)
struct LoopbackFormatTests {
    private func record(
        from device: String, fedWith encoder: String, _ arguments: [String]
    ) async throws -> (result: CommandResult, probe: String) {
        let folder = try TemporaryFolder()
        let clip = SharedMedia.path("media/procedural/proc_yaw.mp4")
        let feed = try await LabCommand.start(
            "ffmpeg -v error -re -stream_loop -1 -i \(clip) -vf scale=320:240,fps=15 -an \(encoder) "
                + "-f v4l2 \(device)")
        // Until it writes, the device is no camera.
        var isCamera = false
        for _ in 0..<100 where !isCamera {
            let answer = try await LabCommand.run("sleep 0.1; v4l2-ctl -d \(device) --list-formats")
            isCamera = answer.output.contains("[0]")
        }
        #expect(isCamera, "\(feed.messages)")
        let movie = "\(folder.path)/out.mp4"
        let recording = try await CommandRunner.start(
            [
                "record", movie, "--source", device, "--json", "--detector", "haar",
                "--detect-every",
                "10",
            ] + arguments)
        // However slowly the frames come.
        #expect(await recording.waitForLines(12, within: 120), "\(recording.messages)")
        recording.send(SIGINT)
        let result = await recording.result()
        feed.send(SIGTERM)
        _ = await feed.result(within: 10)
        let probe = try await LabCommand.run(
            "ffprobe -v error -select_streams v -count_frames -show_entries "
                + "stream=codec_name,width,height,nb_read_frames -of csv=p=0 \(movie)")
        return (result, probe.output + probe.messages)
    }

    private func expectMovie(_ recorded: (result: CommandResult, probe: String)) throws {
        #expect(recorded.result.exitCode == 0, "\(recorded.result.messages)")
        let fields = recorded.probe.split(whereSeparator: { $0 == "," || $0.isNewline })
        #expect(fields.prefix(3) == ["h264", "320", "240"], "\(recorded.probe)")
        #expect(try #require(fields.last.flatMap { Int($0) }) >= 5, "\(recorded.probe)")
    }

    @Test func jpegImagesAreRecorded() async throws {
        try expectMovie(
            try await record(
                from: "/dev/video7", fedWith: "-c:v mjpeg -q:v 3 -pix_fmt yuvj420p",
                ["--pixel-format", "mjpg"]))
    }

    @Test func h264IsCopied() async throws {
        try expectMovie(
            try await record(
                from: "/dev/video8",
                fedWith: "-c:v libx264 -preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p",
                ["--pixel-format", "h264", "--passthrough"]))
    }
}
