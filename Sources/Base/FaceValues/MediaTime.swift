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

    /// The time nearest to `seconds` on a scale of `preferredTimescale` ticks a second, below 1 of 1: for what 64 bits
    /// do not hold, such as infinity, the last or the first time of the scale, and zero for what is no number.
    public init(seconds: Double, preferredTimescale: Int32) {
        let ticks = (seconds * Double(max(1, preferredTimescale))).rounded()
        let limit = ticks.isNaN ? 0 : ticks < 0 ? Int64.min : .max
        self.init(value: Int64(exactly: ticks) ?? limit, timescale: preferredTimescale)
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

    /// Whether it is at most 2^32 s from zero, which covers stamps that count from 1900.
    package var isBelievable: Bool { value.magnitude <= UInt64(timescale) << 32 }
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
        let divisor = Self.greatestCommonDivisor(value.magnitude, UInt64(timescale))
        hasher.combine(value / Int64(divisor))
        hasher.combine(UInt64(timescale) / divisor)
    }
}

extension MediaTime {
    /// The moment `duration` later, on the least scale on which both are whole ticks, or on the finer of both where 32
    /// bits do not hold that one; the last or the first time of the scale where 64 bits do not hold the moment.
    public func advanced(by duration: MediaTime) -> MediaTime {
        let scale = commonTimescale(with: duration)
        let (start, length) = (
            clampedTicks(perSecond: scale), duration.clampedTicks(perSecond: scale)
        )
        let (ticks, overflow) = start.addingReportingOverflow(length)
        return MediaTime(value: overflow ? length < 0 ? .min : .max : ticks, timescale: scale)
    }

    /// How long after `start` the moment is, on the scale of ``advanced(by:)``; negative when before.
    public func since(_ start: MediaTime) -> MediaTime {
        let value = start.value == .min ? Int64.max : -start.value
        return advanced(by: MediaTime(value: value, timescale: start.timescale))
    }

    private func commonTimescale(with other: MediaTime) -> Int32 {
        let divisor = Self.greatestCommonDivisor(UInt64(timescale), UInt64(other.timescale))
        let common = UInt64(timescale) / divisor * UInt64(other.timescale)
        return Int32(exactly: common) ?? max(timescale, other.timescale)
    }

    private static func greatestCommonDivisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var (larger, smaller) = (one, other)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
