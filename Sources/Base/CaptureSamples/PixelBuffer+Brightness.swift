// SPDX-License-Identifier: Apache-2.0

extension PixelBuffer {
    /// How bright the image is: the mean luma of 80x45 places, 0 for black and 1 for white; `nil` of distances.
    package var brightness: Double? {
        guard let plane = LumaPlane(self) else { return nil }
        let (columns, rows) = (min(80, width), min(45, height))
        var sum = 0
        withExtendedLifetime(self) {
            for row in 0..<rows {
                let line = plane.bytes + (2 * row + 1) * height / (2 * rows) * plane.bytesPerRow
                for column in 0..<columns {
                    sum += Int(line[(2 * column + 1) * width / (2 * columns) * plane.sampleStride])
                }
            }
        }
        let mean = Float(sum) / Float(columns * rows)
        return Double(min(max((mean - plane.black) * plane.scale / 255, 0), 1))
    }
}
