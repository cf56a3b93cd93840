// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct SplitPlanTests {
    private func second(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 1) }

    /// The key frames, by second and bytes so far, with which a file begins.
    private func starts(
        _ rule: CaptureMovieFileOutput.Settings.Split?,
        _ keyFrames: [(second: Int64, byteCount: Int64)]
    ) -> [Int64] {
        var plan = SplitPlan(rule)
        plan.begin(at: second(0))
        return keyFrames.compactMap { keyFrame in
            let splits = plan.splits(
                at: second(keyFrame.second), byteCount: keyFrame.byteCount)
            if splits { plan.begin(at: second(keyFrame.second)) }
            return splits ? keyFrame.second : nil
        }
    }

    @Test func filesEndAtTheFirstKeyFrameAfterTheirTime() {
        #expect(starts(.duration(second(5)), [(4, 0), (6, 0), (10, 0), (11, 0)]) == [6, 11])
    }

    @Test func filesEndBeforeTheNextImagesWouldMakeThemTooLarge() {
        #expect(starts(.byteCount(1000), [(0, 10), (2, 310), (4, 610), (6, 910)]) == [6])
    }

    @Test func withoutARuleThereIsOneFile() {
        #expect(starts(nil, [(1_000_000, .max / 4)]).isEmpty)
    }
}
