// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// The pixel formats of a USB camera that shows a head.
@Suite(.enabled(if: DeviceLab.usbCamera.isHere, Comment(rawValue: DeviceLab.usbCamera.absence)))
struct UsbCamFormatTests {
    private func live(_ arguments: [String]) async throws -> CommandResult {
        let camera = try await LabCommand.camera(driver: "uvcvideo")
        return try await CommandRunner.run(
            ["live", "--json", "--source", camera, "--duration", "8s", "--detector", "haar"]
                + arguments)
    }

    @Test(arguments: [("mjpg", 1280, 720), ("yuyv", 640, 480), ("nv12", 640, 480)])
    func theHeadIsSeenInEachFormat(format: String, width: Int, height: Int) async throws {
        let run = try await live(["--pixel-format", format])
        #expect(run.exitCode == 0, "\(run.messages)")
        let records = try JSONLines.parse(run.output)
        let video = try #require(records.first?["video"] as? [String: Any])
        #expect(video["width"] as? Int == width && video["height"] as? Int == height)
        let frames = records.filter { $0["analysed"] as? Bool == true }
        #expect(frames.count >= 3)
        #expect(frames.contains { ($0["faces"] as? [Any])?.isEmpty == false })
    }

    @Test func theCheapestFormatWithTheSizeIsTaken() async throws {
        let run = try await live(["--size", "1280x720"])
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.output.contains(#""width":1280,"height":720"#))
    }

    @Test(arguments: ["mjpg", "yuyv", "nv12"])
    func eachFormatIsRecorded(format: String) async throws {
        let folder = try TemporaryFolder()
        let movie = "\(folder.path)/out.mp4"
        let camera = try await LabCommand.camera(driver: "uvcvideo")
        let run = try await CommandRunner.run([
            "record", movie, "--source", camera, "--pixel-format", format, "--duration",
            "2s",
            "--detector", "haar", "--detect-every", "10", "--preset", "ultrafast",
        ])
        #expect(run.exitCode == 0, "\(run.messages)")
        let color = try await LabCommand.meanColor(of: movie)
        #expect(color.count == 3)
        let expected = try await LabCommand.meanColor(
            of: SharedMedia.path("media/procedural/proc_yaw.mp4"))
        for (left, right) in zip(color, expected) {
            #expect(abs(left - right) <= 12, "\(color) and \(expected)")
        }
    }

    @Test func aPhotoHasTheFullSizeAndTheNameOfTheCamera() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/photo.jpg"
        let camera = try await LabCommand.camera(driver: "uvcvideo")
        let run = try await CommandRunner.run(["photo", path, "--source", camera])
        #expect(run.exitCode == 0, "\(run.messages)")
        let tags = try await LabCommand.run("exiftool -s3 -ImageSize -Model \(path)")
        // The driver names a USB camera and its function: "Lab UVC Camera: Lab UVC Camera".
        #expect(tags.output.hasPrefix("1280x720\nLab UVC Camera"), "\(tags.output)")
    }

    @Test func distancesShowNoFaces() async throws {
        let run = try await live(["--pixel-format", "z16"])
        #expect(run.exitCode != 0)
        #expect(run.messages.contains("no frames in which faces can be found"))
    }
}
