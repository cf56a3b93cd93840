// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension Unicode.Scalar {
    /// How JSON is to write what would steer a terminal, or turn the direction of the text around it; `nil` of all
    /// other scalars.
    package var escapedInJSON: String? {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
            return "\\u" + String(value, radix: 16, paddedTo: 4)
        default: return nil
        }
    }
}

extension String {
    /// The same JSON, without line breaks, where no text in it steers a terminal.
    package var escapedInJSON: String {
        guard utf8.contains(where: { $0 >= 0x7F }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if let escaped = scalar.escapedInJSON {
                text += escaped
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
