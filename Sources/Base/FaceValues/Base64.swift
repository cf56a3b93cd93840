// SPDX-License-Identifier: Apache-2.0
/// RFC 4648, 4: bytes as letters.
package enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Four letters for three bytes, with `=` for those that are missing at the end.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { buffer, count in
            bytes.withUnsafeBufferPointer { bytes in
                letters.withUnsafeBufferPointer { letters in
                    var index = 0
                    while index < bytes.count {
                        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
                        let third = index + 2 < bytes.count ? bytes[index + 2] : 0
                        let group =
                            UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
                        for place in 0..<4 {
                            let isThere = index + place <= bytes.count
                            buffer[count + place] =
                                isThere
                                ? letters[Int(group >> (18 - 6 * UInt32(place)) & 63)]
                                : UInt8(ascii: "=")
                        }
                        count += 4
                        index += 3
                    }
                }
            }
        }
    }
}
