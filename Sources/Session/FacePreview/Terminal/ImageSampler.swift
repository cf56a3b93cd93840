// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceOverlay
import FaceValues

/// Reads single colors of a frame of any layout.
///
/// Small frames of video range count as BT.601, larger ones as BT.709, as in the window.
struct ImageSampler {
    private struct Matrix {
        let luma, redCr, greenCb, greenCr, blueCb: Double
        let offset: Double
    }

    private static let full = Matrix(
        luma: 1, redCr: 1.402, greenCb: -0.344, greenCr: -0.714, blueCb: 1.772, offset: 0)
    private static let bt601 = Matrix(
        luma: 1.164, redCr: 1.596, greenCb: -0.392, greenCr: -0.813, blueCb: 2.017, offset: 16)
    private static let bt709 = Matrix(
        luma: 1.164, redCr: 1.793, greenCb: -0.213, greenCr: -0.533, blueCb: 2.112, offset: 16)

    private let image: PixelBuffer
    private let matrix: Matrix

    /// `nil` for frames without colors: distances.
    init?(_ image: PixelBuffer) {
        guard image.format != .depth16 else { return nil }
        self.image = image
        let isBT601 = image.effectiveMatrix == .bt601
        matrix = image.isFullRange ? Self.full : isBT601 ? Self.bt601 : Self.bt709
    }

    /// The color at a normalized point of the stored frame; beyond its edge, that of the edge.
    func color(at point: Point) -> OverlayColor {
        let x = min(max(Int(point.x * Double(image.width)), 0), image.width - 1)
        let y = min(max(Int(point.y * Double(image.height)), 0), image.height - 1)
        switch image.format {
        case .gray8: return color(byte(0, x, y), 128, 128)
        case .i420: return color(byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2))
        case .nv12:
            let first = x / 2 * 2
            return color(byte(0, x, y), byte(1, first, y / 2), byte(1, first + 1, y / 2))
        case .yuyv:
            let first = x / 2 * 4
            return color(byte(0, x * 2, y), byte(0, first + 1, y), byte(0, first + 3, y))
        case .uyvy:
            let first = x / 2 * 4
            return color(byte(0, x * 2 + 1, y), byte(0, first, y), byte(0, first + 2, y))
        case .bgr24:
            return OverlayColor(
                red: byte(0, x * 3 + 2, y), green: byte(0, x * 3 + 1, y), blue: byte(0, x * 3, y))
        case .bgra:
            return OverlayColor(
                red: byte(0, x * 4 + 2, y), green: byte(0, x * 4 + 1, y), blue: byte(0, x * 4, y))
        case .depth16: return .black
        }
    }

    private func byte(_ plane: Int, _ column: Int, _ row: Int) -> UInt8 {
        let plane = image.planes[plane]
        return plane.baseAddress.load(
            fromByteOffset: row * plane.bytesPerRow + column, as: UInt8.self)
    }

    private func color(_ luma: UInt8, _ cb: UInt8, _ cr: UInt8) -> OverlayColor {
        let y = (Double(luma) - matrix.offset) * matrix.luma
        let (u, v) = (Double(cb) - 128, Double(cr) - 128)
        func level(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        return OverlayColor(
            red: level(y + matrix.redCr * v),
            green: level(y + matrix.greenCb * u + matrix.greenCr * v),
            blue: level(y + matrix.blueCb * u))
    }
}
