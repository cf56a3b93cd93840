/// Bytes as letters (RFC 4648, section 4).
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for first in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - first)
            var word = 0
            for index in 0..<3 {
                word = word << 8 | (index < count ? Int(bytes[first + index]) : 0)
            }
            for index in 0..<4 {
                let digit = alphabet[word >> (18 - 6 * index) & 63]
                text.append(index <= count ? digit : UInt8(ascii: "="))
            }
        }
        return text
    }
}
