// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One coordinate and its speed, estimated by a Kalman filter.
///
/// Between measurements the speed fades with a time constant and is disturbed by white
/// acceleration (an Ornstein-Uhlenbeck speed), so that one long step and many short ones that add
/// up to it give the same estimate, whatever the frame rate.
struct KalmanAxis {
    /// How a coordinate moves while nobody looks.
    struct Dynamics {
        /// Variance that the speed gains a second, in units squared per second cubed.
        var accelerationDensity: Double
        /// Seconds in which the speed fades to 1/e.
        var dampingSeconds: Double
    }

    private(set) var position: Double
    private(set) var velocity = 0.0
    /// The variance of ``position``.
    private(set) var variance: Double
    private var covariance = 0.0
    private var velocityVariance: Double

    init(position: Double, variance: Double, velocityVariance: Double) {
        self.position = position
        self.variance = variance
        self.velocityVariance = velocityVariance
    }

    /// Moves on by `seconds`, at least 0.
    mutating func predict(seconds: Double, _ dynamics: Dynamics) {
        let tau = dynamics.dampingSeconds
        let density = dynamics.accelerationDensity
        let fade = exp(-seconds / tau)
        let reach = tau * (1 - fade)

        position += reach * velocity
        velocity *= fade

        let spread = seconds - 2 * reach + tau / 2 * (1 - fade * fade)
        variance +=
            reach * (2 * covariance + reach * velocityVariance)
            + density * tau * tau * max(0, spread)
        covariance =
            fade * (covariance + reach * velocityVariance) + density / 2 * reach * reach
        velocityVariance =
            fade * fade * velocityVariance + density * tau / 2 * (1 - fade * fade)
    }

    /// Takes in a measurement whose error has the given variance, greater than 0.
    mutating func correct(_ measured: Double, variance noise: Double) {
        let surprise = measured - position
        let total = variance + noise
        let gain = variance / total
        let velocityGain = covariance / total
        position += gain * surprise
        velocity += velocityGain * surprise
        velocityVariance -= velocityGain * covariance
        covariance *= 1 - gain
        variance *= 1 - gain
    }

    /// Takes in a measurement that tells nothing of the speed.
    mutating func correctPlace(_ measured: Double, variance noise: Double) {
        let gain = variance / (variance + noise)
        position += gain * (measured - position)
        covariance *= 1 - gain
        variance *= 1 - gain
    }
}
