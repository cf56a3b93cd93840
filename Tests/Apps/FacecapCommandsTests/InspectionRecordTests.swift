// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FacecapCommands

@Suite struct InspectionRecordTests {
    /// JSON has no number for infinity.
    @Test(arguments: [(0.1234567, 0.123457), (-0.5, -0.5), (1e305, 1e305)])
    func timesHaveMicrosecondsWhateverTheirLength(seconds: Double, written: Double) {
        #expect(JSONLine.microseconds(seconds) == written)
    }
}
