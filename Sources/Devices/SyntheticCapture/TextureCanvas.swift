// SPDX-License-Identifier: Apache-2.0
/// An image in the making, painted in the coordinates of the head with soft shapes.
struct TextureCanvas {
    let width: Int
    let height: Int
    private let left: Float
    private let top: Float
    private let step: (x: Float, y: Float)
    private var pixels: [Color]

    /// A canvas over x to the right and y upwards, all of one color.
    init(width: Int, height: Int, x: ClosedRange<Float>, y: ClosedRange<Float>, color: Color) {
        self.width = width
        self.height = height
        left = x.lowerBound
        top = y.upperBound
        step = (
            (x.upperBound - x.lowerBound) / Float(width),
            (y.upperBound - y.lowerBound) / Float(height)
        )
        pixels = Array(repeating: color, count: width * height)
    }

    subscript(x: Int, y: Int) -> Color { pixels[y * width + x] }

    /// Changes every pixel of a part by where it is; without a part, all.
    mutating func paint(
        x columns: ClosedRange<Float>? = nil, y lines: ClosedRange<Float>? = nil,
        _ body: (_ x: Float, _ y: Float, _ color: inout Color) -> Void
    ) {
        let all: ClosedRange<Float> = -.infinity...(.infinity)
        let (columns, lines) = (columns ?? all, lines ?? all)
        let firstX = index((columns.lowerBound - left) / step.x, limit: width)
        let lastX = index((columns.upperBound - left) / step.x + 1, limit: width)
        let firstY = index((top - lines.upperBound) / step.y, limit: height)
        let lastY = index((top - lines.lowerBound) / step.y + 1, limit: height)
        guard firstX < lastX, firstY < lastY else { return }
        let (left, top, step, width) = (left, top, step, width)
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in firstY..<lastY {
                let y = top - (Float(row) + 0.5) * step.y
                for column in firstX..<lastX {
                    let x = left + (Float(column) + 0.5) * step.x
                    body(x, y, &pixels[row * width + column])
                }
            }
        }
    }

    /// Lays a soft spot over the canvas: `amount` of `color` at its center.
    mutating func spot(
        _ x: Float, _ y: Float, width: Float, height: Float, _ color: Color, _ amount: Float
    ) {
        let reach: Float = 3.3
        paint(
            x: (x - reach * width)...(x + reach * width),
            y: (y - reach * height)...(y + reach * height)
        ) { px, py, pixel in
            let share = Ramp.bell(px, at: x, width: width) * Ramp.bell(py, at: y, width: height)
            pixel = pixel.mixed(color, share * amount)
        }
    }

    /// A spot to the left and the same to the right.
    mutating func spots(
        _ x: Float, _ y: Float, width: Float, height: Float, _ color: Color, _ amount: Float
    ) {
        spot(-x, y, width: width, height: height, color, amount)
        spot(x, y, width: width, height: height, color, amount)
    }

    private func index(_ position: Float, limit: Int) -> Int {
        Int(min(max(position, 0), Float(limit)))
    }
}
