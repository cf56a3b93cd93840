// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import FaceRecording

@Suite struct FaceTriggerTests {
    @Test func itBeginsWithAFaceAndEndsAWhileAfterTheLastOne() {
        var trigger = FaceTrigger(
            preRoll: MediaTime(value: 1, timescale: 1), postRoll: MediaTime(value: 2, timescale: 1))
        let faces: [Int64: Bool] = [3: true, 4: true, 5: false, 6: true]
        let decisions = (Int64(0)..<12).map {
            trigger.observe(
                hasFaces: faces[$0] ?? false, at: MediaTime(value: $0, timescale: 1))
        }
        #expect(decisions.firstIndex(of: .begin(from: MediaTime(value: 2, timescale: 1))) == 3)
        #expect(decisions.firstIndex(of: .end) == 8)
        #expect(decisions.count { $0 != .nothing } == 2)
    }

    @Test func itBeginsAgain() {
        var trigger = FaceTrigger(preRoll: .zero, postRoll: .zero)
        let decisions = [true, false, true].enumerated().map {
            trigger.observe(
                hasFaces: $1, at: MediaTime(value: Int64($0), timescale: 1))
        }
        #expect(
            decisions == [
                .begin(from: .zero), .end, .begin(from: MediaTime(value: 2, timescale: 1)),
            ])
    }
}
