// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import IsolatedInput

@Suite struct AnswerDeadlineTests {
    @Test func aWorkerIsListenedToUntilItsTimeAndTheExtraTimeAreOver() {
        var deadline = AnswerDeadline(from: 1000, limit: 100, extra: 30)
        let times: [Int64] = [1000, 1099, 1100, 1129, 1130, 1131]
        let passed = times.map { deadline.hasPassed(at: $0) }
        #expect(passed == [false, false, false, false, true, true])
    }

    /// Its worker may have asked for memory before.
    @Test func aProgramThatWasStoppedListensOnceMore() {
        var deadline = AnswerDeadline(from: 1000, limit: 100, extra: 30)
        let times: [Int64] = [1001, 90_000, 90_029, 90_030]
        let passed = times.map { deadline.hasPassed(at: $0) }
        #expect(passed == [false, false, false, true])
    }

    @Test func withoutALimitAWorkerIsListenedToForEver() {
        var deadline = AnswerDeadline(from: 1000, limit: nil, extra: 30)
        let passed = [1000, Int64.max - 1].map { deadline.hasPassed(at: $0) }
        #expect(passed == [false, false])
    }
}
