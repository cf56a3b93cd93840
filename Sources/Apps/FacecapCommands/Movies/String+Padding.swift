// SPDX-License-Identifier: Apache-2.0
extension String {
    /// The text with blanks behind it, or before it, up to a number of characters.
    func padded(to count: Int, isNumber: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, count - self.count))
        return isNumber ? blanks + self : self + blanks
    }
}
