// SPDX-License-Identifier: Apache-2.0
@testable import IsolatedInput
import Testing

@Suite struct MessageDeadlineTests {
    /// A worker that has used 7 ns of a processor is asked for something at 1000 ns.
    private func deadline(processorTime: Int64? = 7) -> MessageDeadline {
        MessageDeadline(
            from: 1000, processorTime: processorTime, stallLimit: 100, silenceLimit: 450)
    }

    @Test func aWorkerThatUsesNoProcessorIsWaitedForUntilItMaySayNothingAnyLonger() {
        var deadline = deadline()
        var deadlines = [deadline.nanoseconds]
        while deadlines.count < 10, deadline.extend(at: deadline.nanoseconds, processorTime: 7) {
            deadlines.append(deadline.nanoseconds)
        }
        #expect(deadlines == [1100, 1200, 1300, 1400, 1450])
    }

    @Test func aWorkerIsWaitedForAsLongAsItHasProcessorTimeLeft() {
        var deadline = deadline()
        let isExtended = deadline.extend(at: 1103, processorTime: 67)
        #expect(isExtended)
        #expect(deadline.nanoseconds == 1143)
        let isExtendedToLast = deadline.extend(at: 1143, processorTime: 106)
        #expect(isExtendedToLast)
        #expect(deadline.nanoseconds == 1144)
    }

    @Test(arguments: [107, 200, nil] as [Int64?])
    func aWorkerIsStalledOnceItUsedItsProcessorTimeOrNobodyKnows(processorTime: Int64?) {
        var deadline = deadline()
        let isExtended = deadline.extend(at: 1100, processorTime: processorTime)
        #expect(!isExtended)
        #expect(deadline.nanoseconds == 1100)
    }

    @Test func aWorkerWhoseProcessorTimeWasNotKnownIsStalledAtItsFirstDeadline() {
        var deadline = deadline(processorTime: nil)
        #expect(deadline.nanoseconds == 1100)
        let isExtended = deadline.extend(at: 1100, processorTime: 7)
        #expect(!isExtended)
    }

    @Test func noWorkerIsWaitedForBeyondAShorterSilence() {
        var deadline = MessageDeadline(
            from: 1000, processorTime: 7, stallLimit: 450, silenceLimit: 100)
        #expect(deadline.nanoseconds == 1100)
        let isExtended = deadline.extend(at: 1100, processorTime: 7)
        #expect(!isExtended)
    }
}
