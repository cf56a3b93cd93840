// SPDX-License-Identifier: Apache-2.0
import FaceValues
import TestSupport
import Testing

@testable import FaceCapture

@Suite struct ScanGovernorTests {
    private static let frame: Int64 = 33_333_333

    /// Shows frames of a camera to a governor on a machine where a look at everything takes `scan`
    /// milliseconds of CPU and time, and one at known faces a tenth of it; returns the modes, by second.
    private func run(
        _ limits: CaptureMetadataOutput.Limits, seconds: Int, scan: (Int) -> Double
    ) -> [ScanGovernor.Mode] {
        var governor = ScanGovernor(limits: limits)
        var modes: [ScanGovernor.Mode] = []
        var cpu = 0.0
        for number in 0..<30 * seconds {
            let mode = governor.mode
            var latency: Int64? = 2_000_000
            if number.isMultiple(of: mode.analysisStride) {
                let isScan = number.isMultiple(of: mode.scanInterval)
                let cost = scan(number / 30) * (isScan ? 1 : 0.1) * 1e6
                cpu += cost
                // A frame that comes while one is looked at is late.
                let isLate = cost > Double(Self.frame) && !number.isMultiple(of: 2)
                latency = isLate ? nil : Int64(cost) + 2_000_000
            }
            governor.note(
                captureNanoseconds: Int64(number) * Self.frame, latencyNanoseconds: latency,
                cpuNanoseconds: Int64(cpu))
            if number % 30 == 29 { modes.append(governor.mode) }
        }
        return modes
    }

    @Test func whereThereIsRoomEverythingIsLookedAt() {
        let limits = CaptureMetadataOutput.Limits(
            maximumLatencyNanoseconds: 50_000_000, maximumCPUShare: 0.5)
        #expect(Set(run(limits, seconds: 60) { _ in 5 }) == [ScanGovernor.modes[0]])
    }

    @Test func theLimitOfCPUTimeHoldsAfterAFewSeconds() throws {
        let limits = CaptureMetadataOutput.Limits(maximumCPUShare: 0.2)
        let modes = run(limits, seconds: 120) { _ in 20 }
        for mode in modes.dropFirst(5) {
            let looks = 30 / Double(mode.analysisStride)
            let scans = 30 / Double(mode.scanInterval)
            #expect((scans * 20 + (looks - scans) * 2) / 1000 <= 0.25)
        }
    }

    @Test func lateFramesAloneAreReasonEnough() {
        let modes = run(CaptureMetadataOutput.Limits(), seconds: 20) { _ in 90 }
        #expect(modes.last != ScanGovernor.modes[0])
    }

    /// A load that is always at the edge of a limit changes the mode ever more seldom.
    @Test func nothingFlaps() {
        for scan in stride(from: 6.0, through: 60, by: 3) {
            let modes = run(CaptureMetadataOutput.Limits(maximumCPUShare: 0.25), seconds: 600) {
                _ in scan
            }
            let changes = zip(modes, modes.dropFirst()).map { $0 != $1 }
            #expect(changes.suffix(300).count(where: \.self) <= 10, "\(scan)")
        }
    }

    @Test func afterALoadEverythingIsLookedAtAgain() {
        let limits = CaptureMetadataOutput.Limits(maximumCPUShare: 0.5)
        let modes = run(limits, seconds: 120) { $0 < 20 ? 60 : 3 }
        #expect(modes[15] != ScanGovernor.modes[0])
        #expect(modes.last == ScanGovernor.modes[0])
    }

    @Test func theLeastIsStillSomething() {
        let modes = run(CaptureMetadataOutput.Limits(maximumLatencyNanoseconds: 1), seconds: 60) {
            _ in 5
        }
        #expect(modes.last == ScanGovernor.modes.last)
    }
}
