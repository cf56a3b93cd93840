// SPDX-License-Identifier: Apache-2.0
/// A point on, or a stretch of, a media time line: `value / timescale` seconds, kept as integers so
/// that a stream's own time stamps survive unchanged.
public struct MediaTime: Sendable, Hashable {
    /// Ticks, which may be negative.
    public let value: Int64
    /// Ticks a second, greater than 0.
    public let timescale: Int32

    /// The start of a time line.
    public static let zero = MediaTime(value: 0, timescale: 1)

    /// A time of `value / timescale` seconds; a `timescale` below 1 counts as 1.
    public init(value: Int64, timescale: Int32) {
        self.value = value
        self.timescale = max(1, timescale)
    }

    /// The time nearest to `seconds` on a scale of `preferredTimescale` ticks a second.
    public init(seconds: Double, preferredTimescale: Int32) {
        let ticks = (seconds * Double(preferredTimescale)).rounded()
        self.init(value: Int64(exactly: ticks) ?? 0, timescale: preferredTimescale)
    }

    /// The time in seconds.
    public var seconds: Double { Double(value) / Double(timescale) }

    /// The time in nanoseconds, cut towards zero, clamped to what 64 bits hold.
    public var nanoseconds: Int64 {
        let scale = Int64(timescale)
        let product = value.magnitude.multipliedFullWidth(by: 1_000_000_000)
        guard product.high < scale else { return value < 0 ? .min : .max }
        let magnitude = UInt64(scale).dividingFullWidth(product).quotient
        guard let nanoseconds = Int64(exactly: magnitude) else { return value < 0 ? .min : .max }
        return value < 0 ? -nanoseconds : nanoseconds
    }

    /// The time in nanoseconds, at most 73 years from zero: the difference of two such times fits in 64 bits, and so
    /// does the sum of such a difference and another one. Files and clients say what they like.
    package var boundedNanoseconds: Int64 { min(max(nanoseconds, -.max / 4), .max / 4) }
}

extension MediaTime: Comparable {
    /// Orders by the moment meant, whatever the time scales.
    public static func < (left: MediaTime, right: MediaTime) -> Bool {
        let a = left.value.multipliedFullWidth(by: Int64(right.timescale))
        let b = right.value.multipliedFullWidth(by: Int64(left.timescale))
        return a.high == b.high ? a.low < b.low : a.high < b.high
    }

    /// Whether both are the same moment, whatever the time scales.
    public static func == (left: MediaTime, right: MediaTime) -> Bool {
        left.value.multipliedFullWidth(by: Int64(right.timescale))
            == right.value.multipliedFullWidth(by: Int64(left.timescale))
    }

    /// Hashes the moment, so that equal times of different scales hash alike.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(seconds)
    }
}

extension MediaTime {
    /// The moment `duration` later, on the finer of both scales.
    public func advanced(by duration: MediaTime) -> MediaTime {
        let (fine, coarse) = timescale >= duration.timescale ? (self, duration) : (duration, self)
        let (ticks, overflow) = fine.value.addingReportingOverflow(
            coarse.timescale == fine.timescale
                ? coarse.value
                : MediaTime(seconds: coarse.seconds, preferredTimescale: fine.timescale).value)
        return MediaTime(value: overflow ? .max : ticks, timescale: fine.timescale)
    }

    /// How long after `start` the moment is, on the finer of both scales; negative when before.
    public func since(_ start: MediaTime) -> MediaTime {
        let value = start.value == .min ? Int64.max : -start.value
        return advanced(by: MediaTime(value: value, timescale: start.timescale))
    }
}
