// SPDX-License-Identifier: Apache-2.0
package import FaceValues

extension MessageWriter {
    /// Appends an error.
    package mutating func write(_ error: FacecapError) {
        write(error.code.description)
        write(error.message.beginning(byteCount: FacecapError.messageLimit))
        write(error.systemError) { $0.write($1) }
    }
}

extension MessageReader {
    /// An error whose text is one line that steers no terminal.
    package mutating func readError() throws(MessageDamage) -> FacecapError {
        guard let code = FacecapError.Code(named: try readText(limit: 64)) else {
            throw MessageDamage("an error is of no kind")
        }
        let text = try readText(limit: FacecapError.messageLimit)
        let systemError = try readOptional { (reader) throws(MessageDamage) in
            try reader.read(in: Int32(0)...4095, "an error number")
        }
        return FacecapError(code, Self.line(text), errno: systemError)
    }

    /// A text of unknown origin as one line that steers no terminal.
    package static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "?"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension FacecapError {
    /// The most bytes of a message.
    fileprivate static let messageLimit = 4096
}

extension String {
    /// The characters that lie within its first bytes.
    fileprivate func beginning(byteCount: Int) -> String {
        var end = utf8.index(startIndex, offsetBy: byteCount, limitedBy: endIndex) ?? endIndex
        while String.Index(end, within: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
