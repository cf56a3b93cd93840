// SPDX-License-Identifier: Apache-2.0
extension MediaTime {
    /// The time in whole ticks of another scale: exact where the scales are equal, else the nearest;
    /// `nil` beyond 2^61 ticks, which leaves room for sums and differences.
    public func ticks(perSecond other: Int32) -> Int64? {
        var magnitude = value.magnitude
        if other != timescale {
            let scale = UInt64(timescale)
            let product = magnitude.multipliedFullWidth(by: UInt64(max(0, other)))
            guard product.high < scale else { return nil }
            let (quotient, remainder) = scale.dividingFullWidth(product)
            magnitude = quotient
            if remainder >= scale - remainder { magnitude = magnitude &+ 1 }
        }
        guard magnitude <= 1 << 61 else { return nil }
        return value < 0 ? -Int64(magnitude) : Int64(magnitude)
    }
}
