// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

/// A low-pass filter that goes on with the motion it has seen, and gives way at once where the input does
/// something else: no lag while things move evenly, no jitter while they rest, no corner cut off.
///
/// An alpha-beta filter whose gain grows with how far the input is from where it was expected.
struct PredictiveFilter {
    /// How much a filter smooths.
    struct Tuning {
        /// Hertz passed where the input is as expected.
        var minimumCutoff: Double
        /// How far an input may be from where it was expected, in units of the scale, and still be noise, ...
        var noise: Double
        /// ... and from where on it is followed as it is; half as far where several inputs in a row are.
        var surprise: Double

        /// What lies between two tunings: `share`, 0...1, of the way to `other`.
        func mixed(_ share: Double, with other: Tuning) -> Tuning {
            func mix(_ value: (Tuning) -> Double) -> Double {
                value(self) + share * (value(other) - value(self))
            }
            return Tuning(
                minimumCutoff: mix(\.minimumCutoff), noise: mix(\.noise),
                surprise: mix(\.surprise))
        }
    }

    /// How a filter smooths what rests.
    let tuning: Tuning
    /// The same of what moved fast a moment ago: where it turns back it is slow, and nearly nothing of the
    /// error is noise.
    let movingTuning: Tuning
    /// Hertz passed of the errors, whose mean is 0 if they are noise.
    private static let driftCutoff = 2.0
    /// What noise alone makes of the speed, in units of the scale a second.
    private static let restSpeed = 0.02
    /// What moves by so much a second, in units of the scale, is fast.
    private static let fastSpeed = 3.0
    /// Seconds in which a speed is forgotten to 1/e.
    private static let memorySeconds = 0.5
    private var last: (output: Double, speed: Double, drift: Double)?
    /// The speed of the recent past, in units of the scale a second.
    private var liveliness = 0.0

    /// - Parameter moving: the tuning of what moves fast; `nil` for the same.
    init(_ tuning: Tuning, moving: Tuning? = nil) {
        self.tuning = tuning
        movingTuning = moving ?? tuning
    }

    /// The smoothed value of an input that came `seconds` after the one before, more than 0.
    /// Distances are counted in units of `scale`.
    ///
    /// - Parameter motion: how much it moves, 0...1, where others know that better; `nil` as it was lately.
    mutating func filter(
        _ input: Double, seconds: Double, scale: Double = 1, motion: Double? = nil
    ) -> Double {
        guard let last else {
            self.last = (input, 0, 0)
            return input
        }
        let expected = last.output + last.speed * seconds
        let error = input - expected
        let drift = last.drift + part(Self.driftCutoff, seconds) * (error - last.drift)
        liveliness = max(
            abs(last.speed) / scale, liveliness * exp(-seconds / Self.memorySeconds))
        // What only creeps is no longer at rest.
        let own = min(max(0, liveliness - Self.restSpeed) / Self.fastSpeed, 1).squareRoot()
        let tuning = tuning.mixed(motion ?? own, with: movingTuning)
        let least = part(tuning.minimumCutoff, seconds)
        let surprise = max(abs(error), 2 * abs(drift)) / scale
        let way = (surprise - tuning.noise) / (tuning.surprise - tuning.noise)
        let gain = least + (1 - least) * min(max(way, 0), 1)
        let output = expected + gain * error
        // Critically damped.
        let speed = last.speed + gain * gain / (2 - gain) * error / seconds
        self.last = (output, speed, drift * (1 - gain))
        return output
    }

    /// The same for an angle in degrees, which turns the short way; the result is in (-180, 180].
    mutating func filterAngle(
        _ input: Double, seconds: Double, scale: Double = 1, motion: Double? = nil
    ) -> Double {
        guard let before = last?.output else {
            return filter(Angle.normalized(input), seconds: seconds, scale: scale)
        }
        let output = filter(
            before + Angle.difference(from: before, to: input), seconds: seconds, scale: scale,
            motion: motion)
        // It stays in the circle's first turn, however often the head goes round.
        let turned = Angle.normalized(output)
        last?.output = turned
        return turned
    }

    private func part(_ cutoff: Double, _ seconds: Double) -> Double {
        1 - exp(-2 * Double.pi * cutoff * seconds)
    }

    /// The speed of what was put out last, a second.
    var speed: Double { last?.speed ?? 0 }

    /// Forgets all input.
    mutating func reset() {
        last = nil
        liveliness = 0
    }
}
