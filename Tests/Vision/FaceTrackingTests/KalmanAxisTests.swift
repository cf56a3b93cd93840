// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import FaceTracking

@Suite struct KalmanAxisTests {
    private let dynamics = KalmanAxis.Dynamics(accelerationDensity: 4, dampingSeconds: 1.5)

    @Test func manyShortStepsEqualOneLongStep() {
        var long = KalmanAxis(position: 0, variance: 0.1, velocityVariance: 2)
        long.predict(seconds: 0.1, dynamics)
        long.correct(1, variance: 0.05)
        var short = long
        long.predict(seconds: 0.7, dynamics)
        for seconds in [0.04, 0.16, 0.2, 0.3] { short.predict(seconds: seconds, dynamics) }
        #expect(abs(long.position - short.position) < 1e-9)
        #expect(abs(long.velocity - short.velocity) < 1e-9)
        #expect(abs(long.variance - short.variance) < 1e-9)
    }

    @Test func learnsTheSpeedAtAnUnevenFrameRate() {
        var axis = KalmanAxis(position: 0, variance: 0.01, velocityVariance: 4)
        var time = 0.0
        for step in 0..<60 {
            let seconds = step.isMultiple(of: 3) ? 0.1 : 0.02
            time += seconds
            axis.predict(seconds: seconds, dynamics)
            axis.correct(3 * time, variance: 0.01)
        }
        #expect(abs(axis.velocity - 3) < 0.3)
        #expect(abs(axis.position - 3 * time) < 0.1)
    }

    @Test func growsUnsureWithTimeAndSureWithMeasurements() {
        var axis = KalmanAxis(position: 0, variance: 0.01, velocityVariance: 1)
        axis.predict(seconds: 0.1, dynamics)
        let soon = axis.variance
        axis.predict(seconds: 0.9, dynamics)
        let late = axis.variance
        axis.correct(0, variance: 0.01)
        #expect(soon > 0.01 && late > soon && axis.variance < 0.01)
    }

    @Test func comesToRestOutOfSight() {
        var axis = KalmanAxis(position: 0, variance: 1, velocityVariance: 1)
        axis.predict(seconds: 1, dynamics)
        axis.correct(2, variance: 0.1)
        axis.predict(seconds: 60, dynamics)
        #expect(abs(axis.velocity) < 1e-9)
        #expect(axis.position.isFinite && axis.variance.isFinite)
    }
}
