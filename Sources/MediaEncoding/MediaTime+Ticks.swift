import FaceValues

extension MediaTime {
    /// The nearest tick on another scale, halves away from zero; `nil` beyond a quarter of what 64 bits
    /// hold, so that encoders may add to it.
    func ticks(onScale scale: Int32) -> Int64? {
        if timescale == scale { return value.magnitude < 1 << 62 ? value : nil }
        let product = value.magnitude.multipliedFullWidth(by: UInt64(max(1, scale)))
        let divisor = UInt64(timescale)
        guard product.high < divisor else { return nil }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        guard quotient < 1 << 62 else { return nil }
        let magnitude = Int64(quotient) + (remainder >= divisor - remainder ? 1 : 0)
        return value < 0 ? -magnitude : magnitude
    }
}
