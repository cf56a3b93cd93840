// SPDX-License-Identifier: Apache-2.0
import FaceReport
import TestSupport
import Testing

/// The page about many videos in a browser.
@Suite(.enabled(if: Browser.isAvailable, "needs chromium and python3"))
struct AnalysisPageLayoutTests {
    @Test func thePageFitsIntoEveryWindowAndDesktopsShowNamesInOneLine() async throws {
        var presence = FacePresence()
        for frame in 0..<300 { presence.add(at: Double(frame) / 30, faceCount: frame / 100) }
        let figures = AnalysisPage.Video.Figures(
            frameCount: 300, analysedCount: 300, maximumFaceCount: 2, idCount: 3,
            presence: presence)
        let videos = ["interview_morning.mp4", "talk.mp4"].map { name in
            AnalysisPage.Video(name: name, address: name, figures: figures)
        }
        let folder = try TemporaryFolder()
        let page = try folder.write(AnalysisPage(videos).html, to: "week.html")
        try await Browser.expectNothingWrong("analysis.py", [page])
    }
}
