// SPDX-License-Identifier: Apache-2.0
/// The bytes of a dump: hexadecimal digits, and text between single quotes.
func bytes(_ dump: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, part) in dump.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
        if index.isMultiple(of: 2) {
            let digits = Array(part.filter(\.isHexDigit))
            for start in stride(from: 0, to: digits.count, by: 2) {
                bytes.append(UInt8(String(digits[start..<start + 2]), radix: 16) ?? 0)
            }
        } else {
            bytes += Array(part.utf8)
        }
    }
    return bytes
}
