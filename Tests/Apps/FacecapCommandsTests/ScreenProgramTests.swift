// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The screen as a source of `facecap live`.
struct ScreenProgramTests {
    @Test(
        .enabled(
            if: VirtualScreen.isAvailable && SharedMedia.isAvailable
                && InstalledProgram.ffmpeg != nil, "needs xvfb, ffmpeg and shared media"))
    func aFaceOnTheScreenIsFound() async throws {
        let folder = try TemporaryFolder()
        let pixels = folder.path + "/screen.bgra"
        let made = try await CommandRunner.run(
            [
                "-v", "error", "-i", SharedMedia.path("media/photos/obama_official.jpg"), "-vf",
                "scale=640:480:force_original_aspect_ratio=decrease,pad=640:480", "-frames:v", "1",
                "-f", "rawvideo", "-pix_fmt", "bgra", pixels,
            ], of: try #require(InstalledProgram.ffmpeg))
        #expect(made.exitCode == 0, "\(made.messages)")
        let screen = try await VirtualScreen(width: 640, height: 480)
        try screen.show(Array(try Data(contentsOf: URL(filePath: pixels))))
        let command = try await CommandRunner.start(
            ["live", "--json", "--detector", "haar", "--source", "screen:fps=10"],
            environment: ["DISPLAY": screen.display, "WAYLAND_DISPLAY": nil])
        #expect(await command.waitForOutput(#""faces":[{"id":1,"#))
        command.send(SIGINT)
        let run = await command.result()
        #expect(run.exitCode == 0, "\(run.messages)")
        let session = try #require(try run.records("session").first)
        #expect((session["source"] as? [String: Any])?["kind"] as? String == "screen")
    }

    @Test func withoutAScreenOneLineSaysSo() async throws {
        for (variables, words) in [
            (["DISPLAY": nil, "WAYLAND_DISPLAY": nil], "DISPLAY is not set"),
            (["DISPLAY": nil, "WAYLAND_DISPLAY": "wayland-0"], "Wayland"),
            (["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil], ":9999"),
        ] as [([String: String?], String)] {
            let run = try await CommandRunner.run(
                ["live", "--json", "--detector", "haar", "--source", "screen"],
                environment: variables)
            #expect([66, 69].contains(run.exitCode))
            #expect(run.output == "")
            #expect(run.messages.contains(words))
            #expect(run.messages.filter { $0 == "\n" }.count == 1)
        }
    }
}
