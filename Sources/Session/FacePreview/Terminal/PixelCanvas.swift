// SPDX-License-Identifier: Apache-2.0
import FaceOverlay
import FaceValues

/// A small frame in red, green and blue that a terminal shows.
struct PixelCanvas {
    let width: Int
    let height: Int
    /// Three bytes a pixel, row by row.
    private(set) var bytes: [UInt8]

    /// A black frame; extents below 1 count as 1.
    init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
        bytes = Array(repeating: 0, count: self.width * self.height * 3)
    }

    /// The extent in pixels.
    var size: Size { Size(width: Double(width), height: Double(height)) }

    func color(_ x: Int, _ y: Int) -> OverlayColor {
        let first = (y * width + x) * 3
        return OverlayColor(
            red: bytes[first], green: bytes[first + 1], blue: bytes[first + 2])
    }

    mutating func set(_ x: Int, _ y: Int, _ color: OverlayColor) {
        let first = (y * width + x) * 3
        bytes[first] = color.red
        bytes[first + 1] = color.green
        bytes[first + 2] = color.blue
    }

    /// Draws a tile's frame where the tile's layer has it.
    mutating func draw(_ tile: PreviewTile) {
        guard let sampler = ImageSampler(tile.frame.pixelBuffer) else { return }
        let deviceFromDisplay = tile.displayFromDevice.inverse
        let shown = tile.rect.intersection(tile.displayFromDevice.apply(Rect.unit))
            .intersection(Rect(x: 0, y: 0, width: size.width, height: size.height))
        let columns = Int(shown.x.rounded())..<Int(max(shown.x, shown.maxX).rounded())
        for y in Int(shown.y.rounded())..<Int(max(shown.y, shown.maxY).rounded()) {
            for x in columns {
                // Two places in each pixel, so that fine lines do not flicker.
                let first = deviceFromDisplay.apply(Point(x: Double(x) + 0.25, y: Double(y) + 0.25))
                let other = deviceFromDisplay.apply(Point(x: Double(x) + 0.75, y: Double(y) + 0.75))
                set(x, y, sampler.color(at: first).mean(with: sampler.color(at: other)))
            }
        }
    }

    /// Draws rectangles and labels that lie inside.
    mutating func draw(_ items: [ShapeRaster.Item]) {
        for item in items {
            switch item {
            case .fill(let fill):
                for y in fill.y..<fill.y + fill.height {
                    for x in fill.x..<fill.x + fill.width { set(x, y, fill.color) }
                }
            case .label(let label): draw(label)
            }
        }
    }

    private mutating func draw(_ label: ShapeRaster.Label) {
        let ink = label.color.ink
        label.withCoverage { coverage in
            for (index, share) in coverage.enumerated() {
                let (y, x) = index.quotientAndRemainder(dividingBy: label.width)
                set(label.x + x, label.y + y, label.color.mixed(with: ink, share))
            }
        }
    }
}

extension OverlayColor {
    fileprivate func mean(with other: OverlayColor) -> OverlayColor {
        func mean(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) + Int(b) + 1) / 2) }
        return OverlayColor(
            red: mean(red, other.red), green: mean(green, other.green),
            blue: mean(blue, other.blue))
    }
}
