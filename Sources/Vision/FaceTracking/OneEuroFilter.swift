import FaceValues

/// A low-pass filter that is slow while its input rests and quick while it moves: Casiez, Roussel,
/// Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive
/// Systems", CHI 2012.
struct OneEuroFilter {
    /// How much a filter smooths.
    struct Tuning {
        /// Hertz passed at rest.
        var minimumCutoff: Double
        /// Hertz passed more for each unit a second of speed.
        var speedCoefficient: Double
        /// Hertz passed of the speed itself.
        var speedCutoff = 1.0
    }

    let tuning: Tuning
    private var last: (input: Double, output: Double, speed: Double)?

    init(_ tuning: Tuning) { self.tuning = tuning }

    /// The smoothed value of an input that came `seconds` after the one before, more than 0.
    /// Speed is counted in units of `scale`.
    mutating func filter(_ input: Double, seconds: Double, scale: Double = 1) -> Double {
        guard let last else {
            self.last = (input, input, 0)
            return input
        }
        let speedNow = (input - last.input) / seconds
        let speed =
            last.speed + weight(tuning.speedCutoff, seconds) * (speedNow - last.speed)
        let cutoff = tuning.minimumCutoff + tuning.speedCoefficient * abs(speed) / scale
        let output = last.output + weight(cutoff, seconds) * (input - last.output)
        self.last = (input, output, speed)
        return output
    }

    /// The same for an angle in degrees, which turns the short way; the result is in (-180, 180].
    mutating func filterAngle(_ input: Double, seconds: Double) -> Double {
        guard let last else { return filter(Angle.normalized(input), seconds: seconds) }
        let unwrapped = last.input + Angle.difference(from: last.input, to: input)
        let output = Angle.normalized(filter(unwrapped, seconds: seconds))
        // Both stay near the circle's first turn, however often the head goes round.
        let turned = Angle.normalized(unwrapped)
        self.last?.input = turned
        self.last?.output = turned + Angle.difference(from: turned, to: output)
        return output
    }

    /// Forgets all input.
    mutating func reset() { last = nil }

    private func weight(_ cutoff: Double, _ seconds: Double) -> Double {
        let ratio = 2 * Double.pi * cutoff * seconds
        return ratio / (1 + ratio)
    }
}
