// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Tells which colors a found face has, and the clothes below it, from 512 pixels of the frame at hand.
struct FaceAppearanceMeter {
    private static var samplesAlongSide: Int { 16 }
    /// With fewer samples in the frame nothing is told of a region.
    private static var leastSamples: Int { 96 }
    /// Head and torso: left, top, width and height in widths and heights of the face.
    private static let head = Rect(x: -0.1, y: -0.25, width: 1.2, height: 1.25)
    private static let torso = Rect(x: -0.3, y: 1.2, width: 1.6, height: 1)

    private let luma: LumaPlane
    private let chroma: ChromaSamples
    private let (width, height): (Int, Int)

    /// What looks at an image; `nil` of one without luma, such as distances.
    init?(_ image: PixelBuffer) {
        guard let luma = LumaPlane(image) else { return nil }
        self.luma = luma
        chroma = ChromaSamples(image)
        (width, height) = (image.width, image.height)
    }

    /// The colors of a face in stored pixels; `nil` where hardly anything of it is in the frame.
    func appearance(of bounds: Rect) -> FaceAppearance? {
        guard let head = shares(of: Self.head, of: bounds) else { return nil }
        return FaceAppearance(head: head, torso: shares(of: Self.torso, of: bounds))
    }

    private func shares(of region: Rect, of bounds: Rect) -> [Float]? {
        let columns = Self.positions(
            from: bounds.x + region.x * bounds.width, extent: region.width * bounds.width,
            limit: width)
        let rows = Self.positions(
            from: bounds.y + region.y * bounds.height, extent: region.height * bounds.height,
            limit: height)
        let count = columns.count * rows.count
        guard count >= Self.leastSamples else { return nil }
        var shares = [Float](repeating: 0, count: FaceAppearance.regionCount)
        let one = 1 / Float(count)
        withExtendedLifetime(luma) {
            for row in rows {
                let line = luma.bytes + row * luma.bytesPerRow
                for column in columns {
                    let color = chroma.color(column: column, row: row)
                    shares[10 * Self.bin(color.cb) + Self.bin(color.cr)] += one
                    let bright = Int(line[column * luma.sampleStride]) / 32
                    shares[FaceAppearance.chromaCount + bright] += one
                }
            }
        }
        return shares
    }

    /// Hardly any color of people is further from gray than 40.
    private static func bin(_ value: Int) -> Int { min(max(value - 88, 0) / 8, 9) }

    /// The sample positions of a side that are in the frame.
    private static func positions(from start: Double, extent: Double, limit: Int) -> [Int] {
        (0..<samplesAlongSide).compactMap { index in
            let position = start + (Double(index) + 0.5) * extent / Double(samplesAlongSide)
            // Comparisons with a NaN are false.
            return position >= 0 && position < Double(limit) ? Int(position) : nil
        }
    }
}
