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

    /// The text on one line, in which what would steer a terminal is written out, such as `\u{1B}`: file names are
    /// not ours.
    package var printable: String {
        var printable = ""
        for scalar in unicodeScalars {
            if let byte = scalar.escapedByte {
                printable += "\\x" + String(byte, radix: 16, uppercase: true)
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                printable += scalar.escaped(asASCII: true)
            default: printable.unicodeScalars.append(scalar)
            }
        }
        return printable
    }
}
