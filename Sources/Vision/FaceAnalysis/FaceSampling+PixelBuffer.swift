// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

extension FaceSampling {
    private static var side: Int { 48 }
    /// Each pixel is the mean of so many samples along each side, or fewer of a small face.
    private static var samplesAlongSide: Int { 3 }

    /// Measures a face; `nil` where less than 2x2 pixels of it are in the frame, and in frames without
    /// luma of their own.
    init?(of bounds: Rect, in image: PixelBuffer) {
        guard let luma = LumaPlane(image) else { return nil }
        let part = bounds.intersection(image.bounds)
        guard part.width >= 2, part.height >= 2 else { return nil }
        let columns = Self.positions(from: part.x, extent: part.width, limit: image.width)
        let rows = Self.positions(from: part.y, extent: part.height, limit: image.height)
        self.init(Self.scaled(luma, columns: columns, rows: rows))
    }

    /// Measures 48x48 pixels.
    private init(_ pixels: [Float]) {
        let side = Self.side
        var sum = 0.0
        var squares = 0.0
        for row in 1..<(side - 1) {
            for column in 1..<(side - 1) {
                let index = row * side + column
                let neighbors =
                    pixels[index - 1] + pixels[index + 1] + pixels[index - side]
                    + pixels[index + side]
                let value = Double(neighbors - 4 * pixels[index])
                sum += value
                squares += value * value
            }
        }
        let count = Double((side - 2) * (side - 2))
        let variance = max(0, squares / count - sum / count * (sum / count))
        self.init(
            laplacianVariance:
                max(0, variance - Self.noiseOfLaplacian * Self.noiseVariance(pixels)),
            meanLuma: min(Double(pixels.reduce(0, +)) / Double(pixels.count) / 255, 1),
            clippedShare: Double(pixels.count { $0 <= 2 || $0 >= 253 }) / Double(pixels.count))
    }

    /// What the Laplacian makes of noise of variance 1: the sum of the squares of its factors.
    private static var noiseOfLaplacian: Double { 20 }

    /// The variance of the noise, by what is left of pixels where neither slopes nor edges along an axis are: of
    /// the differences of two Laplacians the median, which the edges of a face hardly change.
    ///
    /// Source: Immerkær, "Fast noise variance estimation", 1996; the median in place of the mean.
    private static func noiseVariance(_ pixels: [Float]) -> Double {
        var sizes: [Float] = []
        sizes.reserveCapacity((side - 2) * (side - 2))
        for row in 1..<(side - 1) {
            for column in 1..<(side - 1) {
                let index = row * side + column
                let corners =
                    pixels[index - side - 1] + pixels[index - side + 1] + pixels[index + side - 1]
                    + pixels[index + side + 1]
                let sides =
                    pixels[index - 1] + pixels[index + 1] + pixels[index - side]
                    + pixels[index + side]
                sizes.append(abs(corners - 2 * sides + 4 * pixels[index]))
            }
        }
        let median = smallest(sizes.count / 2, of: sizes)
        // Of normally distributed noise the median of the sizes is 0.6745 of the deviation, and the operator
        // makes it 6 times as large.
        let deviation = Double(median) / (0.6745 * 6)
        return deviation * deviation
    }

    /// What would stand at `index` if the values, none of which is negative, were sorted.
    ///
    /// Their bits have the same order: the upper ones tell which values are near, and only those are sorted.
    private static func smallest(_ index: Int, of values: [Float]) -> Float {
        func bin(_ value: Float) -> Int { Int(value.bitPattern >> 19) }
        var counts = [Int32](repeating: 0, count: 1 << 12)
        for value in values { counts[bin(value)] += 1 }
        var (below, nearest) = (0, 0)
        while below + Int(counts[nearest]) <= index {
            below += Int(counts[nearest])
            nearest += 1
        }
        return values.filter { bin($0) == nearest }.sorted()[index - below]
    }

    /// The sample positions along one side, as many for each pixel.
    private static func positions(from start: Double, extent: Double, limit: Int) -> [Int] {
        let count = side * samplesAlongSide
        return (0..<count).map { index in
            let position = start + (Double(index) + 0.5) * extent / Double(count)
            return min(max(Int(position), 0), limit - 1)
        }
    }

    private static func scaled(_ luma: LumaPlane, columns: [Int], rows: [Int]) -> [Float] {
        let count = samplesAlongSide
        let scale = luma.scale / Float(count * count)
        return withExtendedLifetime(luma) {
            [Float](unsafeUninitializedCapacity: side * side) { pixels, initialized in
                for row in 0..<side {
                    for column in 0..<side {
                        var sum: Int32 = 0
                        for y in 0..<count {
                            let line = luma.bytes + rows[row * count + y] * luma.bytesPerRow
                            for x in 0..<count {
                                sum += Int32(
                                    line[columns[column * count + x] * luma.sampleStride])
                            }
                        }
                        pixels[row * side + column] = min(
                            max((Float(sum) - luma.black * Float(count * count)) * scale, 0), 255)
                    }
                }
                initialized = side * side
            }
        }
    }
}
