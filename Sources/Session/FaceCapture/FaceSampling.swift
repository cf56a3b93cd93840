internal import CaptureSamples
internal import FaceValues

/// What the luma of a face is like, measured in 48x48 pixels of the part that lies in the picture.
struct FaceSampling: Hashable {
    /// Of the 48x48 pixels, with luma in 0...255.
    let laplacianVariance: Double
    /// 0 for black ... 1 for white.
    let meanLuma: Double
    /// The share of pixels that are black or white.
    let clippedShare: Double

    private static var side: Int { 48 }
    /// Each pixel is the mean of so many samples along each side, or fewer of a small face.
    private static var samplesAlongSide: Int { 3 }

    /// Measures a face; `nil` where less than 2x2 pixels of it are in the picture, and in pictures without
    /// luma of their own.
    init?(of bounds: Rect, in picture: PixelBuffer) {
        guard let luma = LumaPlane(picture) else { return nil }
        let whole = Rect(
            x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        let part = bounds.intersection(whole)
        guard part.width >= 2, part.height >= 2 else { return nil }
        let columns = Self.positions(from: part.x, extent: part.width, limit: picture.width)
        let rows = Self.positions(from: part.y, extent: part.height, limit: picture.height)
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
        laplacianVariance = max(0, squares / count - sum / count * (sum / count))
        meanLuma = min(Double(pixels.reduce(0, +)) / Double(pixels.count) / 255, 1)
        clippedShare = Double(pixels.count { $0 <= 2 || $0 >= 253 }) / Double(pixels.count)
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
