// SPDX-License-Identifier: Apache-2.0
import FaceOverlay

extension ShapeRaster.Label {
    /// Lends how much of each pixel is covered by letters, 0...255, row by row.
    func withCoverage(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * height) { coverage in
            LabelFont.shared.draw(text, width: width, height: height, into: coverage)
            body(coverage)
        }
    }
}

extension OverlayColor {
    /// The color of a pixel that is covered by another one, `share` of 255.
    func mixed(with other: OverlayColor, _ share: UInt8) -> OverlayColor {
        let share = Int(share)
        let rest = 255 - share
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
            let sum = Int(a) * rest + Int(b) * share
            return UInt8((sum + 127) / 255)
        }
        return OverlayColor(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}
