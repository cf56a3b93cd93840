// SPDX-License-Identifier: Apache-2.0
/// Measures how a sound card's clock runs against the host's, from time stamps with jitter.
///
/// It is a straight line through the moments at which so and so many sample frames had been captured,
/// by least squares in which older stamps count less and less (a time constant of 20 s). Stamps that
/// are far from the line are refused; when all are for a second, the line begins again where they are.
/// A value without I/O; drift between -1000 and 1000 ppm is found.
package struct ClockDriftEstimator: Sendable {
    /// Seconds in which a stamp's weight falls to 1/e.
    private static var memory: Double { 20 }
    /// What the slope that was known before counts, in square seconds: it keeps the first stamps, which
    /// are close together, from turning the line.
    private static var priorWeight: Double { 100 }
    /// Seconds a stamp may be off whatever the jitter is.
    private static var minimumTolerance: Double { 0.005 }
    /// Stamps from which on others are refused.
    private static var minimumCount: Int { 8 }

    private let sampleRate: Double
    /// Where the line is measured from: the newest accepted stamp.
    private var origin: (frame: Int64, nanoseconds: Int64)?
    private var count = 0
    private var weight = 0.0
    private var sumX = 0.0
    private var sumY = 0.0
    private var sumXX = 0.0
    private var sumXY = 0.0
    private var priorSlope = 0.0
    private var deviation = 0.0
    /// The stamps off the line since the last one on it: the frame of the first, and how many.
    private var refused: (first: Int64, count: Int)?

    /// An estimator that knows nothing yet.
    ///
    /// - Parameter sampleRate: the nominal sample frames a second.
    package init(sampleRate: Int) { self.sampleRate = Double(max(1, sampleRate)) }

    /// How much faster than nominal the card's clock runs, in parts per million; `nil` until five seconds
    /// of stamps are known.
    package var driftPPM: Double? {
        isSettled ? -1e6 * slope / (1 + slope) : nil
    }

    /// How much longer than nominal a sample frame lasts in host time, as far as is known: 0.0001 is
    /// 100 ppm.
    package var slope: Double {
        guard weight > 0 else { return priorSlope }
        let spread = sumXX - sumX * sumX / weight
        let rise = sumXY - sumX * sumY / weight
        let prior = Self.priorWeight
        return max(-0.002, min(0.002, (rise + prior * priorSlope) / (spread + prior)))
    }

    /// When a sample frame was captured, on the host's clock; `nil` before the first stamp.
    package func nanoseconds(ofFrame frame: Int64) -> Int64? {
        guard let origin, weight > 0 else { return nil }
        let x = Double(frame - origin.frame) / sampleRate
        let y = (sumY - slope * sumX) / weight + slope * x
        return origin.nanoseconds + Int64(((x + y) * 1e9).rounded())
    }

    /// Takes the stamp that the `frame`th sample frame since the start was captured at `nanoseconds`;
    /// whether it was believed.
    @discardableResult
    package mutating func observe(frame: Int64, at nanoseconds: Int64) -> Bool {
        guard let expected = self.nanoseconds(ofFrame: frame) else {
            begin(frame, nanoseconds)
            return true
        }
        let error = Double(nanoseconds - expected) / 1e9
        let tolerance = max(Self.minimumTolerance, 5 * deviation)
        if count >= Self.minimumCount, abs(error) > tolerance {
            return believeInstead(frame, nanoseconds)
        }
        refused = nil
        deviation += (abs(error) - deviation) / Double(min(count + 1, 200))
        move(to: frame, nanoseconds)
        add()
        return true
    }

    /// Begins to count frames again, as after an overrun; how fast the clock runs stays known.
    package mutating func restart() {
        if weight > 0 { priorSlope = slope }
        origin = nil
        (count, weight, sumX, sumY, sumXX, sumXY) = (0, 0, 0, 0, 0, 0)
        refused = nil
    }

    private var isSettled: Bool {
        weight > 0 && sumXX - sumX * sumX / weight > 5 * Self.priorWeight || priorSlope != 0
    }

    private mutating func begin(_ frame: Int64, _ nanoseconds: Int64) {
        origin = (frame, nanoseconds)
        add()
    }

    /// A stamp off the line: nothing, or after a second of such stamps the beginning of a new line.
    private mutating func believeInstead(_ frame: Int64, _ nanoseconds: Int64) -> Bool {
        let first = refused?.first ?? frame
        let count = (refused?.count ?? 0) + 1
        refused = (first, count)
        guard Double(frame - first) >= sampleRate, count >= Self.minimumCount else { return false }
        restart()
        begin(frame, nanoseconds)
        return true
    }

    /// Measures from another stamp, so that numbers stay small, and lets the older ones fade.
    private mutating func move(to frame: Int64, _ nanoseconds: Int64) {
        guard let origin else { return }
        let x = Double(frame - origin.frame) / sampleRate
        let y = Double(nanoseconds - origin.nanoseconds) / 1e9 - x
        sumXY += -x * sumY - y * sumX + weight * x * y
        sumXX += -2 * x * sumX + weight * x * x
        sumX -= weight * x
        sumY -= weight * y
        let fading = x > 0 ? 1 / (1 + x / Self.memory) : 1
        weight *= fading
        sumX *= fading
        sumY *= fading
        sumXX *= fading
        sumXY *= fading
        self.origin = (frame, nanoseconds)
    }

    /// The new stamp is the origin: it adds nothing to the sums of distances from it.
    private mutating func add() {
        count += 1
        weight += 1
    }
}
