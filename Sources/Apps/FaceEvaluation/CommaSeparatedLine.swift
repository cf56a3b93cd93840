// SPDX-License-Identifier: Apache-2.0

/// The values of one line of comma-separated values, without spaces at their ends; in quotes, a comma is a part of the
/// value, and two quotes are one (RFC 4180).
struct CommaSeparatedLine {
    let values: [String]

    init(_ line: Substring) {
        var values: [String] = []
        var value = ""
        /// The value up to the end of its quotes, which stays as it is.
        var quoted: String?
        var isInQuotes = false
        var rest = line
        func end() {
            values.append(quoted ?? String(value[...].trimmingBlanks))
            (value, quoted) = ("", nil)
        }
        while let character = rest.popFirst() {
            switch character {
            case "\"" where isInQuotes && rest.first == "\"":
                rest.removeFirst()
                value.append("\"")
            case "\"" where isInQuotes:
                isInQuotes = false
                quoted = value
            case "\"" where quoted == nil && value[...].trimmingBlanks.isEmpty:
                isInQuotes = true
                value = ""
            case "," where !isInQuotes: end()
            default: value.append(character)
            }
        }
        end()
        self.values = values
    }
}
