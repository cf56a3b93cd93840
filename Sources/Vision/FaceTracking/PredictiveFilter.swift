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
    }

    let tuning: Tuning
    /// Hertz passed of the errors, whose mean is 0 if they are noise.
    private static let driftCutoff = 2.0
    private var last: (output: Double, speed: Double, drift: Double)?

    init(_ tuning: Tuning) { self.tuning = tuning }

    /// The smoothed value of an input that came `seconds` after the one before, more than 0.
    /// Distances are counted in units of `scale`.
    mutating func filter(_ input: Double, seconds: Double, scale: Double = 1) -> Double {
        guard let last else {
            self.last = (input, 0, 0)
            return input
        }
        let expected = last.output + last.speed * seconds
        let error = input - expected
        let drift = last.drift + part(Self.driftCutoff, seconds) * (error - last.drift)
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
    mutating func filterAngle(_ input: Double, seconds: Double, scale: Double = 1) -> Double {
        guard let before = last?.output else {
            return filter(Angle.normalized(input), seconds: seconds, scale: scale)
        }
        let output = filter(
            before + Angle.difference(from: before, to: input), seconds: seconds, scale: scale)
        // It stays in the circle's first turn, however often the head goes round.
        let turned = Angle.normalized(output)
        last?.output = turned
        return turned
    }

    private func part(_ cutoff: Double, _ seconds: Double) -> Double {
        1 - exp(-2 * Double.pi * cutoff * seconds)
    }

    /// Forgets all input.
    mutating func reset() { last = nil }
}
