// SPDX-License-Identifier: Apache-2.0
extension [UInt8] {
    /// Appends the decimal digits of a whole number.
    package mutating func append(decimal number: UInt64) {
        let start = count
        var rest = number
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
