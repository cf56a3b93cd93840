// SPDX-License-Identifier: Apache-2.0
import FaceValues
import FoundationEssentials
import TestSupport
import Testing

@testable import FaceReport

@Suite struct AnalysisPageTests {
    private func figures(_ presence: FacePresence) -> AnalysisPage.Video.Figures {
        AnalysisPage.Video.Figures(
            frameCount: 1200, analysedCount: 1199, maximumFaceCount: 2, idCount: 3,
            presence: presence)
    }

    private func text(_ videos: [AnalysisPage.Video]) -> String {
        String(decoding: AnalysisPage(videos).html, as: UTF8.self)
    }

    @Test func whatIsSaidIsEscapedAndNothingComesFromElsewhere() {
        let hostile = "</title><script>alert(1)</script>\""
        let html = text([
            AnalysisPage.Video(name: hostile, address: hostile, note: hostile, figures: nil),
            AnalysisPage.Video(
                name: hostile, address: nil, note: hostile, figures: figures(FacePresence())),
        ])
        #expect(!html.contains("<script") && !html.contains("src=") && !html.contains("{{"))
        #expect(html.split(separator: "http").count == 2 && html.contains("http-equiv"))
        #expect(html.contains("default-src 'none'"))
    }

    @Test func aRowHasTheFiguresAndSharesAreNeverRoundedToAllOrNothing() {
        var presence = FacePresence()
        for frame in 0..<1200 {
            presence.add(
                at: 7 + Double(frame) / 10, faceCount: frame == 5 ? nil : frame < 3 ? 1 : 0)
        }
        let html = text([
            AnalysisPage.Video(
                name: "a/talk.mp4", address: "./a/talk.mp4", figures: figures(presence)),
            AnalysisPage.Video(name: "bad.mp4", address: nil, note: "damaged", figures: nil),
        ])
        for cell in [
            "Length\">0:02:00<", "Analyzed\">99 %<", "Face in view\">&lt; 1 %<", "Ids\">3<",
        ] {
            #expect(html.contains(cell), "\(cell)")
        }
        #expect(html.contains("2 videos, 0:02:00 in all: 1199 of 1200 frames analyzed"))
        #expect(html.contains("1 with a note"))
        #expect(html.contains("<a href=\"./a/talk.mp4\">a/<wbr>talk.mp4</a>"))
    }

    @Test(arguments: [0.5, 100, 40_000])
    func aVideoOfAnyLengthHasAtMost480StepsAndLosesNothing(_ seconds: Double) {
        var presence = FacePresence()
        for frame in 0..<2000 {
            let share = Double(frame) / 2000
            presence.add(at: 3 + share * seconds, faceCount: share < 0.25 ? 2 : 0)
        }
        #expect((1...480).contains(presence.steps.count))
        #expect(presence.total.lookCount == 2000 && presence.total.presentCount == 500)
        #expect(presence.total.faceCount == 1000)
        #expect(abs(presence.duration - seconds) < 0.001 * seconds)
        let seen = presence.steps.count { $0.faceCount > 0 }
        #expect(abs(seen * 4 - presence.steps.count) <= 4)
    }

    /// A video that begins and ends with a stretch of which nothing is known.
    @Test func theBarIsAsLongAsTheVideo() {
        var presence = FacePresence()
        presence.add(at: 1, until: 4, faceCount: nil)
        for frame in 0..<50 {
            let time = 4 + Double(frame) / 25
            presence.add(at: time, until: time + 0.04, faceCount: 2)
        }
        #expect(abs(presence.duration - 5) < 1e-9 && presence.means.count == 20)
        presence.add(at: 6, until: 10, faceCount: nil)
        #expect(presence.duration == 9)
        let means = presence.means
        #expect(means.count == 36)
        #expect(means[..<12].allSatisfy { $0 == nil } && means[20...].allSatisfy { $0 == nil })
        #expect(means[12..<20].allSatisfy { $0 == 2 })
        #expect(presence.total.lookCount == 50)
    }

    @Test func theLastFrameIsShownAsLongAsItsStreamSays() {
        var presence = FacePresence()
        for time in [0.0, 1, 20] { presence.add(at: time, until: time + 1, faceCount: 0) }
        #expect(presence.duration == 21)
        #expect(presence.means.count == 84)
        presence.add(at: 22, until: 22, faceCount: 0)
        #expect(presence.duration == 24)
        presence.add(at: 23, until: 23.25, faceCount: 0)
        #expect(presence.means.count == 93)
    }

    @Test func aStepBetweenLooksIsThatBeforeItUnlessNobodyLookedForMoreThanASecond() {
        var presence = FacePresence()
        for frame in 0..<100 {
            presence.add(
                at: Double(frame) / 25, faceCount: [10, 30, 90].contains(frame) ? 2 : nil)
        }
        #expect(presence.means.count == 16)
        #expect(presence.means[...4].allSatisfy { $0 == 2 })
        #expect(presence.means[5..<14].allSatisfy { $0 == nil })
        #expect(presence.means[14...].allSatisfy { $0 == 2 })
    }

    @Test func aLongStepIsUnknownWhereNobodyLooked() {
        var presence = FacePresence()
        for second in 0..<1000 {
            presence.add(at: Double(second), faceCount: (100..<104).contains(second) ? nil : 2)
        }
        let means = presence.means
        #expect(means.count == 250)
        #expect(means.indices.filter { means[$0] == nil } == [25])
    }

    @Test func timesThatMakeNoSenseAreCountedWithoutGrowth() {
        var presence = FacePresence()
        for time in [5, -1e300, 1e300, .nan, .infinity, 5] { presence.add(at: time, faceCount: 1) }
        #expect(presence.steps.count <= 480)
        #expect(presence.total.lookCount == 4)
        #expect(presence.duration.isFinite)
    }

    @Test func onlyAPageOfItsOwnIsTakenForOne() throws {
        let folder = try TemporaryFolder()
        let page = try folder.write(AnalysisPage([]).html, to: "page.html")
        let other = try folder.write(Array("<!doctype html><p>mine</p>".utf8), to: "other.html")
        #expect(AnalysisPage.isOne(page))
        #expect(!AnalysisPage.isOne(other))
        #expect(!AnalysisPage.isOne(folder.path) && !AnalysisPage.isOne(folder.path + "/none"))
    }
}
