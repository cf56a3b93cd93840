// SPDX-License-Identifier: Apache-2.0
extension String {
    /// The text without line breaks, control characters and blanks around it: names come from
    /// devices, and go to terminals.
    package var onOneLine: String {
        var scalars = unicodeScalars
        scalars.removeAll { $0.properties.generalCategory == .control }
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let trimmed = scalars.drop(while: isBlank)
        let end = trimmed.lastIndex { !isBlank($0) }.map { trimmed.index(after: $0) }
        return String(String.UnicodeScalarView(trimmed[..<(end ?? trimmed.startIndex)]))
    }
}
