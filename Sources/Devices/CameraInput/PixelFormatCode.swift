// SPDX-License-Identifier: Apache-2.0
/// A four-character code of Video4Linux, such as `YUYV` or `MJPG`.
struct PixelFormatCode: Hashable, CustomStringConvertible {
    /// The characters, the first one in the lowest byte.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The code of a format that is supported: its name in capitals, padded with spaces.
    init(_ format: CameraRequest.PixelFormat) {
        let name = format.rawValue.uppercased().utf8
        rawValue = (0..<4).reduce(0) { code, place in
            let character = name.dropFirst(place).first ?? UInt8(ascii: " ")
            return code | UInt32(character) << (8 * UInt32(place))
        }
    }

    /// The format, when it is one that is supported.
    var format: CameraRequest.PixelFormat? {
        CameraRequest.PixelFormat.allCases.first { PixelFormatCode($0) == self }
    }

    /// The four characters; what cannot be printed shows as `?`, padding is left out.
    var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8) & 0x7F) }
        let end = (bytes.lastIndex { $0 != 0x20 } ?? -1) + 1
        let shown = bytes[..<end].map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
        return String(decoding: shown, as: UTF8.self)
    }
}
