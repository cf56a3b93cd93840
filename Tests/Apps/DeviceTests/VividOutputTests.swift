// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Images that go into the virtual camera's output, and come out of its input.
@Suite(
    .serialized,
    .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividOutputTests {
    private static let imageSize = 1280 * 720 * 3 / 2
    private static let source = "synthetic:faces=1,size=1280x720,fps=5,motion=still"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    private func write(_ device: String, _ options: [String] = []) async throws -> RunningCommand {
        try await CommandRunner.start(
            [
                "live", "--quiet", "--detector", "haar", "--detect-every", "1000", "--json",
                "--source", Self.source, "--draw", "none", "--to-device", device,
            ] + options)
    }

    /// Joins the output to the input, both at 1280x720 and 30 frames a second.
    private func join() async throws {
        let (output, input) = (VividDriver.outputPath, VividDriver.otherPath)
        let run = try await LabCommand.run(
            "v4l2-ctl -d \(output) --set-dv-bt-timings index=5 && "
                + "v4l2-ctl -d \(input) --set-dv-bt-timings index=5 && "
                + "v4l2-ctl -d \(input) -c loop_video=1,osd_text_mode=2 && v4l2-ctl -d \(input) "
                + "--set-fmt-video=width=1280,height=720,pixelformat=YU12")
        try #require(run.exitCode == 0, "\(run.messages)")
    }

    /// The last of so many frames that the input shows.
    private func lastImage(of count: Int) async throws -> Data {
        let run = try await LabCommand.run(
            "v4l2-ctl -d \(VividDriver.otherPath) --stream-mmap --stream-count=1 "
                + "--stream-skip=\(count - 1) --stream-to=\(path("seen"))")
        try #require(run.exitCode == 0, "\(run.messages)")
        return try Data(contentsOf: URL(filePath: path("seen")))
    }

    @Test func theInputShowsTheImagesThatAreWritten() async throws {
        try await join()
        let expected = try await CommandRunner.run([
            "live", "--quiet", "--detector", "haar", "--source", Self.source + ",frames=1",
            "--draw", "none", "--annotate", path("one.y4m"),
        ])
        try #require(expected.exitCode == 0, "\(expected.messages)")
        let writer = try await write(VividDriver.outputPath, ["--duration", "60s", "--stats"])
        _ = await writer.waitForLines(8)
        let seen = try await lastImage(of: 20)
        writer.send(SIGINT)
        let run = await writer.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(run.messages.contains(" frames shown, 0 dropped"), "\(run.messages)")
        #expect(seen.count == Self.imageSize)
        #expect(seen == (try Data(contentsOf: URL(filePath: path("one.y4m")))).suffix(seen.count))
    }

    @Test func aSecondWriterIsToldThatTheDeviceIsTaken() async throws {
        try await join()
        let first = try await write(VividDriver.outputPath, ["--duration", "60s"])
        _ = await first.waitForLines(4)
        let second = try await write(VividDriver.outputPath, ["--duration", "60s"])
        let refused = await second.result()
        first.send(SIGINT)
        let run = await first.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        #expect(refused.exitCode == 75, "\(refused.messages)")
        #expect(refused.messages.contains("Another program writes to \(VividDriver.outputPath)"))
    }

    @Test func aCameraTakesNoImages() async throws {
        let writer = try await write(VividDriver.path)
        let run = await writer.result()
        #expect(run.exitCode == 69, "\(run.messages)")
        #expect(run.messages.contains("\(VividDriver.path) gives frames and takes none"))
        #expect(run.messages.split(separator: "\n").count == 1)
    }

    @Test func aDeviceThatIsUnpluggedEndsTheRunAndItsRecords() async throws {
        try await join()
        let device = VividDriver.outputPath
        let writer = try await write(device, ["--duration", "60s"])
        _ = await writer.waitForLines(8)
        try VividDriver.unbind()
        let run = await writer.result()
        try VividDriver.bind()
        #expect(run.exitCode == 69, "\(run.messages)")
        #expect(run.messages.contains("\(device) went away"), "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 1)
        let last = try #require(try JSONLines.parse(run.output).last)
        #expect(last["type"] as? String == "end" && last["reason"] as? String == "error")
    }
}
