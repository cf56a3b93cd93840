// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer

/// What a poor camera does to the luma of an image: it blurs it, and adds noise.
struct SensorNoise {
    /// The standard deviation of the noise in levels.
    let sigma: Double
    /// How many pixels to either side a pixel is the mean of.
    let blur: Int
    let seed: UInt64

    /// Changes the luma of a frame, always in the same way.
    func apply(to canvas: FacecapCanvas, frame index: Int) {
        if blur > 0 { soften(canvas) }
        guard sigma > 0 else { return }
        var random = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x2545_F491)
        // The sum of four bytes has a standard deviation of 147.8.
        let scale = Float(sigma / 147.8)
        let (width, height) = (Int(canvas.width), Int(canvas.height))
        for row in 0..<height {
            let luma = canvas.luma + row * canvas.luma_stride
            var bits: UInt64 = 0
            for column in 0..<width {
                if column.isMultiple(of: 2) { bits = random.next() }
                let sum = (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24 & 255)
                bits >>= 32
                let value = Float(luma[column]) + (Float(sum) - 510) * scale
                luma[column] = UInt8(min(max(value.rounded(), 16), 235))
            }
        }
    }

    /// Means along rows, then along columns.
    private func soften(_ canvas: FacecapCanvas) {
        let count = 2 * blur + 1
        let (width, height) = (Int(canvas.width), Int(canvas.height))
        var line = [Int](repeating: 0, count: max(width, height))
        func soften(_ start: UnsafeMutablePointer<UInt8>, step: Int, length: Int) {
            for place in 0..<length { line[place] = Int(start[place * step]) }
            for place in 0..<length {
                var sum = 0
                for other in (place - blur)...(place + blur) {
                    sum += line[min(max(other, 0), length - 1)]
                }
                start[place * step] = UInt8((sum + count / 2) / count)
            }
        }
        for row in 0..<height {
            soften(canvas.luma + row * canvas.luma_stride, step: 1, length: width)
        }
        for column in 0..<width {
            soften(canvas.luma + column, step: canvas.luma_stride, length: height)
        }
    }
}
