// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@Suite struct FrameLedgerTests {
    @Test func everyFrameEndsInExactlyOneState() {
        var ledger = FrameLedger()
        let outcomes: [FrameLedger.Outcome] = [
            .analysed, .skipped(.lateData), .skipped(.lateData), .dropped(.corruptData), .analysed,
        ]
        for outcome in outcomes { ledger.record(outcome) }
        ledger.recordLost(7)
        #expect(ledger.captured == 5)
        #expect(ledger.analysed == 2)
        #expect(ledger.skipped == [.lateData: 2])
        #expect(ledger.dropped == [.corruptData: 1])
        #expect(ledger.lost == 7)
    }
}
