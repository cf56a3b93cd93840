// SPDX-License-Identifier: Apache-2.0
/// A color of what is drawn over an image, in sRGB.
public struct OverlayColor: Sendable, Hashable {
    /// 0...255.
    public var red, green, blue: UInt8

    /// A color.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Black.
    public static let black = OverlayColor(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = OverlayColor(red: 255, green: 255, blue: 255)

    /// Colors that people with any kind of color vision tell apart (Okabe and Ito, "Color Universal
    /// Design", 2008), without black.
    public static let palette: [OverlayColor] = [
        OverlayColor(red: 230, green: 159, blue: 0), OverlayColor(red: 86, green: 180, blue: 233),
        OverlayColor(red: 0, green: 158, blue: 115), OverlayColor(red: 240, green: 228, blue: 66),
        OverlayColor(red: 0, green: 114, blue: 178), OverlayColor(red: 213, green: 94, blue: 0),
        OverlayColor(red: 204, green: 121, blue: 167),
    ]

    /// Of the axes of a head: its right, up and ahead.
    package static let axes = [
        OverlayColor(red: 255, green: 107, blue: 107), OverlayColor(red: 81, green: 207, blue: 102),
        OverlayColor(red: 77, green: 171, blue: 247),
    ]

    /// The color of a face, the same wherever it is shown.
    public static func color(ofFace faceID: Int) -> OverlayColor {
        let index = (faceID &- 1) % palette.count
        return palette[index < 0 ? index + palette.count : index]
    }
}
