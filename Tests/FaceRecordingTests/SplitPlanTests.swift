import FaceValues
import Testing

@testable import FaceRecording

@Suite struct SplitPlanTests {
    private func second(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 1) }

    @Test func filesEndAtTheFirstKeyFrameAfterTheirTime() {
        var plan = SplitPlan(.duration(second(5)))
        plan.begin(at: second(10))
        #expect(plan.nextSyncTime == second(15))
        #expect(!plan.splits(at: second(14), byteCount: 0))
        #expect(plan.splits(at: second(16), byteCount: 0))
    }

    @Test func filesEndBeforeTheNextPicturesWouldMakeThemTooLarge() {
        var plan = SplitPlan(.byteCount(1000))
        plan.begin(at: second(0))
        #expect(!plan.splits(at: second(0), byteCount: 10))
        #expect(!plan.splits(at: second(2), byteCount: 310))
        #expect(!plan.splits(at: second(4), byteCount: 610))
        #expect(plan.splits(at: second(6), byteCount: 910))
    }

    @Test func withoutARuleThereIsOneFile() {
        var plan = SplitPlan(nil)
        plan.begin(at: second(0))
        #expect(!plan.splits(at: second(1_000_000), byteCount: .max / 4))
        #expect(plan.nextSyncTime == nil)
    }
}
