// SPDX-License-Identifier: Apache-2.0
/// A color while it is mixed: red, green and blue, nominally 0...255.
struct Color: Sendable {
    var red: Float
    var green: Float
    var blue: Float

    init(_ red: Float, _ green: Float, _ blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    static func * (color: Color, factor: Float) -> Color {
        Color(color.red * factor, color.green * factor, color.blue * factor)
    }

    /// Each part multiplied by its own factor.
    func tinted(_ red: Float, _ green: Float, _ blue: Float) -> Color {
        Color(self.red * red, self.green * green, self.blue * blue)
    }

    /// This color with `share` (0...1) of it replaced by `other`.
    @inline(__always)
    func mixed(_ other: Color, _ share: Float) -> Color {
        Color(
            red + (other.red - red) * share, green + (other.green - green) * share,
            blue + (other.blue - blue) * share)
    }

    /// Luma without its offset, 0...219, and color differences around 0: ITU-R BT.601, limited
    /// range.
    var lumaAndChroma: (luma: Float, cb: Float, cr: Float) {
        let (r, g, b) = (clamped(red), clamped(green), clamped(blue))
        return (
            (65.481 * r + 128.553 * g + 24.966 * b) / 255,
            (-37.797 * r - 74.203 * g + 112 * b) / 255, (112 * r - 93.786 * g - 18.214 * b) / 255
        )
    }

    private func clamped(_ value: Float) -> Float { min(max(value, 0), 255) }
}
