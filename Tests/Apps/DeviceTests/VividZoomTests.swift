// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Zooming by a driver that cuts and scales.
@Suite(
    .enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)), .serialized)
struct VividZoomTests {
    private static let source = [
        "--source", VividDriver.otherPath, "--pixel-format", "yuyv", "--size", "1280x720",
        "--detector", "haar", "--input-size", "96",
    ]

    private func driver(_ words: String...) async throws -> String {
        let run = try await CommandRunner.run(
            ["-d", VividDriver.otherPath] + words, of: "/usr/bin/v4l2-ctl")
        try #require(run.exitCode == 0, "\(run.messages)")
        return run.output
    }

    private func crop() async throws -> String {
        try await driver("--get-selection", "target=crop")
    }

    @Test func theDriverCutsAndScalesAndHasWhatItHadAfterwards() async throws {
        _ = try await driver("-c", "loop_video=0,osd_text_mode=2")
        let whole = try await crop()
        #expect(whole.contains("Left 0, Top 0, Width 1280, Height 720"), "\(whole)")
        let live = try await CommandRunner.start(
            ["live", "--json", "--zoom", "2"] + Self.source, input: nil)
        #expect(await live.waitForLines(10), "\(live.messages)")
        #expect(try await crop().contains("Left 320, Top 180, Width 640, Height 360"))
        try live.send(line: "zoom 4 0.5s")
        #expect(await live.waitForLines(live.lineCount + 40), "\(live.messages)")
        #expect(try await crop().contains("Left 480, Top 270, Width 320, Height 180"))
        try live.send(line: "q")
        let result = await live.result()
        #expect(result.exitCode == 0, "\(result.messages)")
        #expect(try await crop() == whole)
        let factors = try JSONLines.parse(result.output)
            .filter { $0["type"] as? String == "faces" }.map { $0["zoom"] as? Double ?? 1 }
        #expect(factors.first == 2 && factors.last == 4)
        #expect(zip(factors, factors.dropFirst()).allSatisfy { $0 <= $1 }, "\(factors)")
    }

    @Test(.enabled(if: Python.has("cv2"), "needs python3-opencv"))
    func whatItShowsIsTheMiddle() async throws {
        _ = try await driver("-c", "loop_video=0,osd_text_mode=2")
        // From then on the driver fills that part of larger frames too, unless it is asked.
        _ = try await driver("--set-fmt-video", "width=640,height=480,pixelformat=YUYV")
        let folder = try TemporaryFolder()
        for (name, zoom) in [("whole", "1"), ("middle", "2")] {
            let run = try await CommandRunner.run(
                ["photo", folder.path + "/\(name).png", "--zoom", zoom, "--delay", "1s"]
                    + Self.source)
            #expect(run.exitCode == 0, "\(run.messages)")
        }
        let compared = try await Python.run(
            """
            import cv2, numpy, sys
            whole, middle = (cv2.imread(f"{sys.argv[1]}/{n}.png") for n in ("whole", "middle"))
            assert whole.shape == middle.shape == (720, 1280, 3)
            expected = cv2.resize(whole[180:540, 320:960], (1280, 720), interpolation=cv2.INTER_NEAREST)
            off = numpy.abs(expected.astype(int) - middle.astype(int)).max(axis=2) > 24
            print(off.mean() < 0.03, numpy.abs(whole.astype(int) - middle.astype(int)).mean() > 5)
            """, arguments: [folder.path])
        #expect(compared.output == "True True\n", "\(compared.output) \(compared.messages)")
    }
}
