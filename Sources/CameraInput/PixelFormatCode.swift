import CaptureSamples

/// A four-character code of Video4Linux, such as `YUYV` or `MJPG`.
struct PixelFormatCode: Hashable, CustomStringConvertible {
    /// The characters, the first one in the lowest byte.
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The code of a format that needs no decoder.
    init(_ format: PixelFormat) {
        let name: StaticString =
            switch format {
            case .nv12: "NV12"
            case .i420: "YU12"
            case .yuyv: "YUYV"
            case .uyvy: "UYVY"
            case .gray8: "GREY"
            case .bgr24: "BGR3"
            case .depth16: "Z16 "
            }
        rawValue = name.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The raw formats, the one that costs least to detect faces in first; distances last, as they
    /// show no faces.
    static let rawFormats: [PixelFormat] = [.nv12, .i420, .yuyv, .uyvy, .gray8, .bgr24, .depth16]

    /// The format, when it is one that needs no decoder.
    var pixelFormat: PixelFormat? {
        Self.rawFormats.first { PixelFormatCode($0) == self }
    }

    /// The four characters; what cannot be printed shows as `?`, padding is left out.
    var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8) & 0x7F) }
        let end = (bytes.lastIndex { $0 != 0x20 } ?? -1) + 1
        let shown = bytes[..<end].map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
        return String(decoding: shown, as: UTF8.self)
    }
}
