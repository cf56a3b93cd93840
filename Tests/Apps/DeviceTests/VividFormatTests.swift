// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// The pixel formats of a virtual camera that shows one color.
@Suite(.enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividFormatTests {
    /// Our names, those of V4L2, and those of FFmpeg.
    static let formats = [
        ("yuyv", "YUYV", "yuyv422"), ("uyvy", "UYVY", "uyvy422"), ("nv12", "NV12", "nv12"),
        ("yu12", "YU12", "yuv420p"), ("grey", "GREY", "gray"), ("bgr3", "BGR3", "bgr24"),
    ]

    @Test(arguments: formats)
    func everyFormatIsRecordedInItsColours(name: String, v4l2: String, ffmpeg: String) async throws
    {
        let folder = try TemporaryFolder()
        let (raw, movie) = ("\(folder.path)/raw", "\(folder.path)/out.mp4")
        // A plain red, without text on it; then what the driver's own tool and FFmpeg make of it.
        let captured = try await LabCommand.run(
            "v4l2-ctl -d0 -c test_pattern=7,osd_text_mode=2 --set-fmt-video="
                + "width=640,height=480,pixelformat=\(v4l2) --stream-mmap --stream-count=1 "
                + "--stream-to=\(raw) && ffmpeg -v error -f rawvideo -pix_fmt \(ffmpeg) "
                + "-video_size 640x480 -i \(raw) \(raw).png")
        #expect(captured.exitCode == 0, "\(captured.messages)")
        let run = try await CommandRunner.run([
            "record", movie, "--source", "/dev/video0", "--pixel-format", name, "--size", "640x480",
            "--duration", "1s", "--detector", "haar", "--detect-every", "10",
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        let probed = try await LabCommand.run(
            "ffprobe -v error -select_streams v -show_entries stream=width,height,nb_frames "
                + "-of csv=p=0 \(movie)")
        let numbers = probed.output.split(whereSeparator: { $0 == "," || $0 == "\n" })
            .compactMap { Int($0) }
        #expect(numbers.prefix(2) == [640, 480])
        #expect(try #require(numbers.last) >= 5)
        let expected = try await LabCommand.meanColor(of: "\(raw).png")
        let found = try await LabCommand.meanColor(of: movie)
        #expect(expected.count == 3 && found.count == 3)
        for (left, right) in zip(expected, found) {
            #expect(abs(left - right) <= 10, "\(expected) and \(found)")
        }
    }

    @Test func liveHasARecordForEveryFrameOfEachFormat() async throws {
        for (name, _, _) in Self.formats {
            let run = try await CommandRunner.run([
                "live", "--json", "--source", "/dev/video0", "--pixel-format", name.uppercased(),
                "--duration", "1s", "--detector", "haar",
            ])
            #expect(run.exitCode == 0, "\(run.messages)")
            let records = try JSONLines.parse(run.output)
            #expect(records.count { $0["type"] as? String == "faces" } >= 5, "\(name)")
        }
    }

    @Test(arguments: ["nv12", "yu12", "yuyv"])
    func camerasWithSeveralPlanesOfMemoryAreRead(format: String) async throws {
        let run = try await CommandRunner.run([
            "live", "--json", "--source", VividDriver.multiplanarPath, "--pixel-format", format,
            "--duration", "1s", "--detector", "haar", "--region", "0,0,0.1,0.1",
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        // libv4l2's remark on them is not among the records.
        let records = try JSONLines.parse(run.output)
        #expect(records.first?["type"] as? String == "session")
        #expect(records.count { $0["type"] as? String == "faces" } >= 5)
        #expect(records.last?["type"] as? String == "end")
    }

    @Test(arguments: [
        (["--pixel-format", "mjpg"], "has no MJPG frames, only YUYV, UYVY, YU12, NV12"),
        (["--size", "800x600"], "has no frames of 800x600, only of 320x180"),
        (["--size", "1280x720", "--fps", "100"], "frames of 1280x720 a second, not 100"),
    ])
    func whatTheCameraDoesNotHaveIsOneClearLine(arguments: [String], line: String) async throws {
        let run = try await CommandRunner.run(
            ["live", "--json", "--source", "/dev/video0", "--detector", "haar"] + arguments)
        #expect(run.exitCode != 0)
        #expect(run.messages.contains(line), "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 1)
    }
}
