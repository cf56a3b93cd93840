// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Makes the time stamps of a stream usable without changing those that are.
///
/// Time always goes forward: a stamp that is missing, out of bounds or before an earlier one (in broken files only)
/// becomes the time before plus the frame's duration. One that is repeated becomes the time before plus a tick, so that the
/// stamps after it can stay what they are.
struct StreamClock {
    /// Ticks of `numerator / denominator` seconds.
    private let numerator: Int64
    private let denominator: Int32
    private let nominalDuration: Int64
    private let limit: Int64
    private var last: Int64 = 0
    private var next: Int64?
    /// The stamp before, as it was, and how often it has come again.
    private var lastStamp: (ticks: Int64, repeats: Int)?

    /// A stamp that comes again more often stands for no time at all.
    private static let mostRepeats = 8

    /// The clock of a stream with the time base `numerator / denominator`; `frameRate` stands in
    /// for durations that are missing.
    init(numerator: Int32, denominator: Int32, frameRate: Double?) {
        self.numerator = Int64(max(1, numerator))
        self.denominator = max(1, denominator)
        let ticksPerSecond = Double(self.denominator) / Double(self.numerator)
        // 4e9 seconds, which covers stamps that count from 1970 and fits 64 bits of nanoseconds.
        limit = max(1, 4_000_000_000 * Int64(self.denominator) / self.numerator)
        let duration = (ticksPerSecond / (frameRate ?? 25)).rounded()
        nominalDuration = min(limit, max(1, Int64(exactly: duration) ?? 1))
    }

    /// The time of the next sample of the stream.
    mutating func stamp(_ timestamp: Int64?, duration: Int64?) -> MediaTime {
        var ticks = next ?? 0
        if let timestamp, isBelievable(timestamp) {
            let repeats = timestamp == lastStamp?.ticks ? (lastStamp?.repeats ?? 0) + 1 : 0
            if next == nil || timestamp > last {
                ticks = timestamp
            } else if repeats > 0 ? repeats <= Self.mostRepeats : isCatchingUp(timestamp) {
                ticks = last + 1
            }
            lastStamp = (timestamp, repeats)
        }
        last = ticks
        let step = duration.flatMap { $0 > 0 && $0 < limit ? $0 : nil } ?? nominalDuration
        next = ticks < limit - step ? ticks + step : limit
        return time(ticks)
    }

    /// Whether a stamp is after the one before it, and what was made up instead of earlier ones is less than a second ahead.
    private func isCatchingUp(_ timestamp: Int64) -> Bool {
        guard let lastStamp, timestamp > lastStamp.ticks else { return false }
        return timestamp > last - Int64(denominator) / numerator
    }

    /// A stamp of a sample that is not delivered; the last one where it has none.
    func time(of timestamp: Int64?) -> MediaTime { believed(timestamp) ?? time(last) }

    /// Ticks a second of the times.
    var timescale: Int32 { denominator }

    /// How long a sample lasts where nothing else is known.
    var assumedDuration: MediaTime { time(nominalDuration) }

    /// A stamp as it is; `nil` where it is missing or out of bounds.
    func believed(_ timestamp: Int64?) -> MediaTime? {
        timestamp.flatMap { isBelievable($0) ? time($0) : nil }
    }

    /// A stretch of time; `nil` when unknown.
    func duration(_ ticks: Int64?) -> MediaTime? {
        ticks.flatMap { $0 > 0 && $0 < limit ? time($0) : nil }
    }

    private func isBelievable(_ timestamp: Int64) -> Bool {
        timestamp > -limit && timestamp < limit
    }

    private func time(_ ticks: Int64) -> MediaTime {
        MediaTime(value: ticks * numerator, timescale: denominator)
    }
}
