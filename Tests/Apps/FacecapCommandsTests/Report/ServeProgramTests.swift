// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// `facecap live --serve`: in a browser, and asked by other programs.
struct ServeProgramTests {
    private static let camera = ["--source", "synthetic:faces=2,size=320x180,fps=10"]

    /// Scripts start the program themselves: two that run at once would take two places.
    @Test(
        .enabled(if: Browser.hasPython, "needs python3"),
        arguments: [
            ["--serve", ":0"], ["--serve", "0.0.0.0:0", "--rotate", "90", "--mirror"],
            ["--serve", "[::1]:0", "--serve-token", "a-token-of-my-own"],
        ])
    func otherProgramsGetWhatTheyMayHave(options: [String]) async throws {
        try await Browser.expectNothingWrong(
            "serve.py", [CommandRunner.facecap] + Self.camera + options)
    }

    @Test(.enabled(if: Browser.isAvailable, "needs chromium and python3"))
    func aBrowserShowsImagesWithTheirBoxesUntilTheEnd() async throws {
        let folder = try TemporaryFolder()
        try await Browser.expectNothingWrong(
            "live.py",
            [folder.path + "/live.png", CommandRunner.facecap] + Self.camera + Self.camera
                + ["--serve", ":0", "--mirror", "--landmarks"])
        #expect(folder.contents == ["live.png"])
    }

    @Test func aTokenAloneIsRefused() async throws {
        let run = try await CommandRunner.run(["live", "--serve-token", "0123456789abcdef"])
        #expect(run.exitCode == 64)
        #expect(run.messages.contains("give --serve too"))
    }
}
