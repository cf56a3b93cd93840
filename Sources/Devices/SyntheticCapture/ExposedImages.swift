// SPDX-License-Identifier: Apache-2.0
import CaptureSamples

/// Drawn images as a sensor that takes more or less light sees them; one thread at a time.
final class ExposedImages {
    private var pool: PixelBufferPool?

    /// An `i420` image of limited range with luma and colors multiplied, as far as there is room for them.
    func expose(_ image: PixelBuffer, gain: Double) -> PixelBuffer {
        guard gain != 1 else { return image }
        let luma = Self.table(from: 16, to: 235, around: 16, gain: gain)
        let chroma = Self.table(from: 16, to: 240, around: 128, gain: min(gain, 1))
        let pool = PixelBufferPool.reusing(
            &pool, format: .i420, width: image.width, height: image.height, isFullRange: false,
            matrix: image.matrix)
        return pool.makePixelBuffer { planes in
            for (index, plane) in image.planes.enumerated() {
                let (count, rows) = image.format.layout(
                    plane: index, width: image.width, height: image.height)
                for row in 0..<rows {
                    let source = (plane.baseAddress + row * plane.bytesPerRow)
                        .assumingMemoryBound(to: UInt8.self)
                    let target = (planes[index].bytes + row * planes[index].bytesPerRow)
                        .assumingMemoryBound(to: UInt8.self)
                    let table = index == 0 ? luma : chroma
                    for column in 0..<count { target[column] = table[Int(source[column])] }
                }
            }
        }
    }

    private static func table(
        from low: Double, to high: Double, around centre: Double, gain: Double
    ) -> [UInt8] {
        (0..<256).map { value in
            UInt8(min(max(centre + (Double(value) - centre) * gain, low), high).rounded())
        }
    }
}
