// SPDX-License-Identifier: Apache-2.0
internal import Glibc

extension OverlayColor {
    /// The color of letters on this one: black or white, whichever has the greater contrast (WCAG 2.1,
    /// "contrast ratio").
    public var ink: OverlayColor {
        let light =
            0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
        return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? .black : .white
    }

    private static func linear(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
