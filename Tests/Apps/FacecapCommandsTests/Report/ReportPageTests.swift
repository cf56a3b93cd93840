// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

/// Reports in a browser: what is drawn where, what is said to whom, and what goes wrong.
@Suite(.enabled(if: Browser.isAvailable, "needs chromium and python3"))
struct ReportPageTests {
    private static let crossing =
        "synthetic:faces=2,motion=cross,size=320x180,frames=40,pace=fast"

    @Test func aPageWithItsMovieDrawsBoxesWhereTheTrackHasThem() async throws {
        let movie = try await RecordedMovie(Self.crossing, ["--landmarks"])
        try await expectGoodPage(of: movie.path, in: movie.folder, ["--landmarks"])
    }

    @Test func aPageBesideItsMovieFindsItWhateverItIsCalled() async throws {
        let movie = try await RecordedMovie(
            Self.crossing, ["--marker", "</script><script>alert(1)</script>"],
            name: "a<b>&\"#%41 ü'?.mp4")
        let pages = movie.folder.path + "/pages"
        try FileManager.default.createDirectory(
            atPath: pages, withIntermediateDirectories: false)
        try await expectGoodPage(
            of: movie.path, in: movie.folder, ["--embed", "never"], page: "pages/report.html")
    }

    @Test func aPageAsksForItsMovieWhereItIsNotBesideIt() async throws {
        let movie = try await RecordedMovie(Self.crossing)
        let elsewhere = try TemporaryFolder()
        let page = elsewhere.path + "/report.html"
        try await makeReport(movie.path, ["--embed", "never"], page)
        let moved = elsewhere.path + "/moved.mp4"
        try FileManager.default.moveItem(atPath: movie.path, toPath: moved)
        try await expectGood(page, of: moved, in: elsewhere, choosing: [moved])
    }

    @Test(.enabled(if: RecordedMovie.canBeProbed, "needs ffmpeg"))
    func boxesFollowTheTurnOfAVideo() async throws {
        // The video shows heads that lie: what matters is that frames and boxes turn together.
        try await expectGoodPageOfCopy(["-c", "copy", "-metadata:s:v", "rotate=90"])
    }

    @Test(.enabled(if: RecordedMovie.canBeProbed, "needs ffmpeg"))
    func boxesLieOnTheFacesWherePixelsAreNotSquare() async throws {
        try await expectGoodPageOfCopy(["-vf", "scale=160:180,setsar=2/1", "-c:v", "libx264"])
    }

    @Test(.enabled(if: GapMovie.canBeMade, "needs ffmpeg"))
    func barsAndCurvesEndWhereAGapBegins() async throws {
        let folder = try TemporaryFolder()
        try await expectGoodPage(of: GapMovie(in: folder).withGap, in: folder)
    }

    /// Expects a good page of the faces in a copy that FFmpeg makes of a video.
    private func expectGoodPageOfCopy(_ options: [String]) async throws {
        let original = try await RecordedMovie(Self.crossing)
        let copied = original.folder.path + "/copied.mp4"
        let faces = original.folder.path + "/faces.mp4"
        let copying = try await CommandRunner.run(
            ["-v", "error", "-i", original.path, "-map", "0:v"] + options + [copied],
            of: "/usr/bin/ffmpeg")
        try #require(copying.exitCode == 0, "\(copying.messages)")
        let copy = try await CommandRunner.run(
            ["analyze", copied, "-o", faces, "--quiet", "--score", "0.2"],
            environment: SharedMedia.isAvailable
                ? ["FACECAP_MODELS": SharedMedia.path("models")] : [:])
        try #require(copy.exitCode == 0, "\(copy.messages)")
        try await expectGoodPage(of: faces, in: original.folder)
    }

    private func expectGoodPage(
        of movie: String, in folder: TemporaryFolder, _ options: [String] = [],
        page: String = "report.html"
    ) async throws {
        try await makeReport(movie, options, folder.path + "/" + page)
        try await expectGood(
            folder.path + "/" + page, of: movie, in: folder,
            withPoints: options.contains("--landmarks"))
    }

    private func makeReport(_ movie: String, _ options: [String], _ page: String) async throws {
        let run = try await CommandRunner.run(["report", movie, "-o", page] + options)
        try #require(run.exitCode == 0, "\(run.messages)")
        #expect(run.output == "" && run.messages == "facecap: wrote \(page)\n")
    }

    private func expectGood(
        _ page: String, of movie: String, in folder: TemporaryFolder, withPoints: Bool = false,
        choosing: [String] = []
    ) async throws {
        let table = folder.path + "/expected.csv"
        let export = try await CommandRunner.run(
            ["export", movie, "--format", "csv", "--force", "-o", table]
                + (withPoints ? ["--landmarks"] : []))
        try #require(export.exitCode == 0, "\(export.messages)")
        let screenshot = folder.path + "/page.png"
        try await Browser.expectNothingWrong(
            "report.py", [page, table, screenshot] + choosing)
        let size = try FileManager.default.attributesOfItem(atPath: screenshot)[.size] as? Int
        #expect(try #require(size) > 10_000)
    }
}
