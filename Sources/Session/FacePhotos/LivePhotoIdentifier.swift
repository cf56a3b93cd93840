// SPDX-License-Identifier: Apache-2.0
/// The content identifier that a photo and the movie around it have in common.
package enum LivePhotoIdentifier {
    /// A new one: a random UUID (RFC 9562 5.4) in capital letters.
    package static func make() -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16, uppercase: true)
        }
        return text
    }
}
