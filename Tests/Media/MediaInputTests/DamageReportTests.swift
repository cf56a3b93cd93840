// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import MediaInput

@Suite struct DamageReportTests {
    @Test func framesThatCannotBeDecodedAreNamedBeforeThoseOfWhichAPartIsMadeUp() {
        var report = DamageReport(claimedEnd: nil)
        (report.undecodedFrames, report.damagedFrames) = (8, 1)
        let summary = report.summary(of: .file(path: "a.mp4"))
        #expect(
            summary?.message.contains(
                "is damaged: 8 frames cannot be decoded, 1 frame is damaged; copy") == true)
    }

    @Test(arguments: [(1, "1 frame is damaged"), (2, "2 frames are damaged")])
    func framesAreCountedInWords(count: Int, words: String) {
        var report = DamageReport(claimedEnd: nil)
        report.damagedFrames = count
        let summary = report.summary(of: .file(path: "a.mp4"))
        #expect(summary?.message.contains("a.mp4 is damaged: \(words);") == true)
    }
}
