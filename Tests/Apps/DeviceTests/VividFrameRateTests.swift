// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Another frame rate of the virtual camera, whose driver takes it while frames flow.
@Suite(.enabled(if: DeviceLab.vivid.isHere, Comment(rawValue: DeviceLab.vivid.absence)))
struct VividFrameRateTests {
    @Test func theDriverChangesBetweenTwoFrames() async throws {
        let change = try await RateChange(
            source: VividDriver.path, size: "640x480", rate: 5)
        #expect(change.run.exitCode == 0, "\(change.run.messages)")
        #expect(change.rates == [5])
        #expect(!change.events.contains("interrupted"), "\(change.events)")
        #expect(change.intervalBefore < 0.1 && abs(change.intervalAfter - 0.2) < 0.02)
    }

    @Test func aRateThatNoFormatHasIsRefused() async throws {
        let change = try await RateChange(
            source: VividDriver.path, size: "640x480", rate: 500, answer: "the frame rate stays: ")
        #expect(change.run.exitCode == 0 && change.rates == [])
        #expect(change.run.messages.contains("at most"), "\(change.run.messages)")
        #expect(change.intervalAfter < 0.1)
    }
}
