// SPDX-License-Identifier: Apache-2.0
extension String {
    /// The last line of what a program said; `nil` where it said nothing.
    var lastLine: String? { split(whereSeparator: \.isNewline).last.map(String.init) }
}
