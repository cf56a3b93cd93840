// SPDX-License-Identifier: Apache-2.0
/// A number rounded to a fixed count of decimals, and its text, which no locale changes.
///
/// Half a unit rounds away from zero, and what rounds to zero has no sign.
package struct FixedDecimal: Sendable, Hashable {
    private let ticks: Int64
    private let scale: UInt64
    private let decimals: Int

    /// Rounds `value` to `decimals` places, 0...18; `nil` for what is not finite, and for what is so
    /// large that 64 bits do not hold its digits.
    package init?(_ value: Double, decimals: Int) {
        guard (0...18).contains(decimals) else { return nil }
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        guard let ticks = Int64(exactly: (value * Double(scale)).rounded()) else { return nil }
        self.ticks = ticks
        self.scale = scale
        self.decimals = decimals
    }

    /// The number with all its decimals: `0.50`.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The number without decimals that say nothing: `0.5`.
    package var shortText: String {
        var bytes: [UInt8] = []
        append(to: &bytes, omittingTrailingZeros: true)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the number in ASCII.
    ///
    /// - Parameter omitsTrailingZeros: whether `0.50` is written `0.5`, and `1.00` is written `1`.
    package func append(
        to bytes: inout [UInt8], omittingTrailingZeros omitsTrailingZeros: Bool = false
    ) {
        if ticks < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = ticks.magnitude.quotientAndRemainder(dividingBy: scale)
        bytes.append(decimal: whole)
        guard decimals > 0, part > 0 || !omitsTrailingZeros else { return }
        bytes.append(UInt8(ascii: "."))
        var rest = part
        var unit = scale / 10
        while unit > 0, rest > 0 || !omitsTrailingZeros {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / unit))
            rest %= unit
            unit /= 10
        }
    }
}
