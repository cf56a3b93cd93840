// SPDX-License-Identifier: Apache-2.0
extension MediaTime {
    /// The time in whole ticks of another scale: exact where the scales are equal, else the nearest;
    /// `nil` beyond 2^61 ticks, which leaves room for sums and differences.
    public func ticks(perSecond other: Int32) -> Int64? {
        let ticks = clampedTicks(perSecond: other)
        return ticks.magnitude <= 1 << 61 ? ticks : nil
    }

    /// The time in whole ticks of another scale, the nearest, clamped to what 64 bits hold.
    func clampedTicks(perSecond other: Int32) -> Int64 {
        guard other != timescale else { return value }
        let limit = value < 0 ? Int64.min : .max
        let scale = UInt64(timescale)
        let product = value.magnitude.multipliedFullWidth(by: UInt64(max(0, other)))
        guard product.high < scale else { return limit }
        let (quotient, remainder) = scale.dividingFullWidth(product)
        guard quotient < Int64.max else { return limit }
        let magnitude = Int64(quotient) + (remainder >= scale - remainder ? 1 : 0)
        return value < 0 ? -magnitude : magnitude
    }
}
