// SPDX-License-Identifier: Apache-2.0
/// Bytes as hexadecimal digits, for tests that compare them.
public enum Hexadecimal {
    /// The digits of bytes.
    public static func digits(of bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The digits that a pattern stands for: text in quotes is its characters, `0*n` is n zero bytes,
    /// blanks are nothing.
    public static func digits(_ pattern: String) -> String {
        pattern.split(whereSeparator: \.isWhitespace).map { word in
            if word.hasPrefix("'") {
                return word.dropFirst().dropLast().utf8.map { String($0, radix: 16) }.joined()
            }
            if word.hasPrefix("0*") {
                return String(repeating: "00", count: Int(word.dropFirst(2)) ?? 0)
            }
            return String(word)
        }.joined()
    }
}
