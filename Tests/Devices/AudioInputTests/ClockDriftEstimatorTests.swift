// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AudioInput

struct ClockDriftEstimatorTests {
    /// Stamps of a card for so many seconds, one each 10 ms, late by up to `jitter` nanoseconds.
    private func estimator(
        ppm: Double, seconds: Int, jitter: Int64 = 0, wrongEvery wrong: Int? = nil
    ) -> ClockDriftEstimator {
        var estimator = ClockDriftEstimator(sampleRate: 48_000)
        var noise: UInt64 = 1
        for index in 0..<(seconds * 100) {
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let late = jitter == 0 ? 0 : Int64(noise >> 33) % jitter
            let isWrong = wrong.map { index % $0 == $0 - 1 } ?? false
            estimator.observe(
                frame: Int64(index * 480),
                at: Self.time(ofFrame: index * 480, ppm: ppm) + late + (isWrong ? 700_000_000 : 0))
        }
        return estimator
    }

    private static func time(ofFrame frame: Int, ppm: Double) -> Int64 {
        5_000_000_000 + Int64(Double(frame) / (48_000 * (1 + ppm / 1e6)) * 1e9)
    }

    @Test(arguments: [-1000, -200, 0, 200, 1000] as [Double])
    func driftIsFound(ppm: Double) throws {
        let drift = try #require(estimator(ppm: ppm, seconds: 60).driftPPM)
        #expect(abs(drift - ppm) < 2)
    }

    @Test func driftIsFoundBelowJitter() throws {
        let estimator = estimator(ppm: 200, seconds: 60, jitter: 10_000_000)
        #expect(abs(try #require(estimator.driftPPM) - 200) < 25)
        let captured = try #require(estimator.nanoseconds(ofFrame: 60 * 48_000))
        // Jitter makes stamps late by 5 ms on the average.
        let error = captured - Self.time(ofFrame: 60 * 48_000, ppm: 200) - 5_000_000
        #expect(abs(error) < 1_000_000)
    }

    @Test func wrongStampsAreRefused() throws {
        let estimator = estimator(ppm: 200, seconds: 60, jitter: 1_000_000, wrongEvery: 7)
        #expect(abs(try #require(estimator.driftPPM) - 200) < 10)
    }

    @Test func driftIsUnknownAtFirst() {
        #expect(estimator(ppm: 200, seconds: 1).driftPPM == nil)
        #expect(ClockDriftEstimator(sampleRate: 48_000).nanoseconds(ofFrame: 0) == nil)
    }

    @Test func aClockThatJumpedIsBelievedAfterASecond() throws {
        var estimator = estimator(ppm: 0, seconds: 10)
        for index in 1000..<1200 {
            estimator.observe(
                frame: Int64(index * 480), at: Self.time(ofFrame: index * 480, ppm: 0) + 300_000_000
            )
        }
        let captured = try #require(estimator.nanoseconds(ofFrame: 1200 * 480))
        #expect(abs(captured - Self.time(ofFrame: 1200 * 480, ppm: 0) - 300_000_000) < 1_000_000)
    }

    @Test func driftStaysKnownWhenTheDeviceStartsAgain() throws {
        var estimator = estimator(ppm: 200, seconds: 60)
        estimator.restart()
        #expect(abs(try #require(estimator.driftPPM) - 200) < 2)
        estimator.observe(frame: 0, at: 90_000_000_000)
        #expect(estimator.nanoseconds(ofFrame: 0) == 90_000_000_000)
    }
}
