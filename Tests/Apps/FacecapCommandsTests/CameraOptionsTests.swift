// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct CameraOptionsTests {
    private func session(_ arguments: [String]) async throws -> [String: Any] {
        let run = try await CommandRunner.run(
            ["live", "--json", "--detector", "haar", "--source", "synthetic:pace=fast,frames=1"]
                + arguments)
        #expect(run.exitCode == 0, "\(run.messages)")
        return try #require(try JSONLines.parse(run.output).first)
    }

    @Test func theSyntheticCameraHasTheSizeAndRateAskedFor() async throws {
        let session = try await session(["--size", "320x240", "--fps", "15"])
        let video = try #require(session["video"] as? [String: Any])
        #expect(video["width"] as? Int == 320 && video["height"] as? Int == 240)
        #expect(video["frame_rate"] as? Double == 15)
    }

    @Test func presetsChooseTheSize() async throws {
        let session = try await session(["--session-preset", "vga"])
        let video = try #require(session["video"] as? [String: Any])
        #expect(video["width"] as? Int == 640 && video["height"] as? Int == 480)
    }

    @Test(arguments: [
        (["--size", "480x480", "--fps", "7"], "size=480x480,fps=7"),
        (["--session-preset", "vga"], "size=640x480"),
    ])
    func truthIsThatOfTheFramesThatWereAskedFor(
        options: [String], settings: String
    ) async throws {
        let scene = "synthetic:faces=2,motion=wander,pace=fast,frames=4"
        let words = ["live", "--json", "--truth", "--no-clock"] + CheapDetection.ofNobody
        let asked = try await CommandRunner.run(words + ["--source", scene] + options)
        let named = try await CommandRunner.run(words + ["--source", "\(scene),\(settings)"])
        #expect(asked.exitCode == 0 && asked.output.contains("\"truth\""), "\(asked.messages)")
        #expect(asked.output == named.output)
    }

    @Test func theSyntheticDepthCameraHasTheRateAndTheShapeAskedFor() async throws {
        var settings = RunSettings()
        settings.search.detector.name = .haar
        settings.source.sources = [RunSource(.synthetic(SyntheticCamera.Configuration()))]
        settings.source.images = ImageRequest(size: Size(width: 160, height: 120), frameRate: 20)
        settings.source.depth = "synthetic"
        let live = try await RunSession(settings: settings, messages: Messages())
        let format = try #require(live.depth?.input.depthFormat)
        #expect(format.width == 80 && format.height == 60 && format.frameRate == 20)
    }

    @Test(arguments: [
        (["--source", "file.mp4", "--size", "320x240"], "file.mp4 has frames of one size"),
        (["--source", "file.mp4", "--fps", "5"], "file.mp4 has frames of one size"),
        (["--source", "-", "--pixel-format", "YUYV"], "name a camera such as /dev/video0"),
        (["--source", "file.mp4", "--session-preset", "high"], "leave --session-preset out"),
        (["--source", "synthetic", "--pixel-format", "mjpg"], "has one pixel format"),
        (["--source", "synthetic", "--size", "32x32"], "even sides of 64 to 4096"),
        (["--size", "640x480", "--session-preset", "vga"], "leave out --session-preset"),
        (["--pixel-format", "rgb"], "nv12, yu12, yuyv"),
        (["--input-size", "1952"], "a multiple of 32 from 32 to 1920"),
    ])
    func whatMakesNoSenseIsAnErrorWithARemedy(arguments: [String], remedy: String) async throws {
        let folder = try TemporaryFolder()
        let video = try folder.write([], to: "file.mp4")
        let run = try await CommandRunner.run(
            ["live", "--json"] + arguments.map { $0 == "file.mp4" ? video : $0 })
        #expect(run.exitCode == 64)
        #expect(run.messages.contains(remedy), "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count <= 2)
    }
}
