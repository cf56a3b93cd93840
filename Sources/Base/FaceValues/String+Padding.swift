// SPDX-License-Identifier: Apache-2.0
extension String {
    /// A number in at least so many digits, with zeros in front.
    package init(_ number: some BinaryInteger, radix: Int = 10, paddedTo count: Int) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}
