// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

/// A smooth colored frame that moves, by formula, in every pixel format.
struct TestImage {
    let width: Int
    let height: Int
    /// The number of the frame: the pattern wanders with it.
    var index = 0
    var isFullRange = false

    /// Red, green and blue at a point, 0...1.
    private func color(_ x: Double, _ y: Double) -> (red: Double, green: Double, blue: Double) {
        let phase = Double(index) * 0.03
        func wave(_ value: Double) -> Double {
            // A triangle between 0.1 and 0.9, without a library of functions.
            let part = value - value.rounded(.down)
            return 0.1 + 1.6 * min(part, 1 - part)
        }
        return (
            wave(x / Double(width) + phase), wave(y / Double(height) + 0.3),
            wave((x + y) / Double(width + height) + 0.6 - phase)
        )
    }

    /// Luma, Cb and Cr at a point by BT.601.
    private func components(_ x: Double, _ y: Double, isFull: Bool) -> (UInt8, UInt8, UInt8) {
        let (red, green, blue) = color(x, y)
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        let (low, lumaScale, chromaScale) = isFull ? (0.0, 255.0, 255.0) : (16, 219, 224)
        return (
            UInt8((low + lumaScale * luma).rounded()),
            UInt8((128 + chromaScale * (blue - luma) / 1.772).rounded()),
            UInt8((128 + chromaScale * (red - luma) / 1.402).rounded())
        )
    }

    /// The three planes in the range asked for, as decoders give `yuv420p`, or with whole rows or
    /// columns of chroma.
    func planar(
        isFullRange: Bool, isGrey: Bool = false, hasAllRows: Bool = false,
        hasAllColumns: Bool = false
    ) -> [[UInt8]] {
        let luma = (0..<height).flatMap { y in
            (0..<width).map { x in
                components(Double(x), Double(y), isFull: isFullRange).0
            }
        }
        let rows = (0..<(hasAllRows ? height : (height + 1) / 2)).map {
            hasAllRows ? Double($0) : middle($0, height)
        }
        let columns = (0..<(hasAllColumns ? width : halfWidth)).map {
            hasAllColumns ? Double($0) : middle($0, width)
        }
        let chroma = rows.flatMap { y in
            columns.map { components($0, y, isFull: isFullRange) }
        }
        return [luma, chroma.map { isGrey ? 128 : $0.1 }, chroma.map { isGrey ? 128 : $0.2 }]
    }

    /// The frame in memory; rows are padded by some bytes.
    func pixelBuffer(_ format: PixelBuffer.Format) -> PixelBuffer {
        let planes = planar(isFullRange: isFullRange)
        let rows: [[[UInt8]]] =
            switch format {
            case .gray8: [Self.rows(planes[0], width)]
            case .i420: zip(planes, [width, halfWidth, halfWidth]).map(Self.rows)
            case .nv12:
                [Self.rows(planes[0], width)]
                    + [Self.rows(zip(planes[1], planes[2]).flatMap { [$0, $1] }, halfWidth * 2)]
            case .yuyv: [(0..<height).map(packedRow)]
            case .uyvy: [(0..<height).map { Self.exchangingPairs(packedRow($0)) }]
            case .bgr24: [(0..<height).map(bgrRow)]
            case .bgra: [(0..<height).map { Self.addingAlpha(bgrRow($0)) }]
            case .depth16: [(0..<height).map { _ in [UInt8](repeating: 1, count: width * 2) }]
            }
        let pool = PixelBufferPool(
            format: format, width: width, height: height, isFullRange: isFullRange)
        return pool.makePixelBuffer { memory in
            for (plane, target) in zip(rows, memory) {
                for (index, row) in plane.enumerated() {
                    (target.bytes + index * target.bytesPerRow).copyMemory(
                        from: row, byteCount: row.count)
                }
            }
        }
    }

    /// Pixels of three bytes with a fourth one.
    private static func addingAlpha(_ row: [UInt8]) -> [UInt8] {
        (0..<row.count / 3).flatMap { pixel -> [UInt8] in
            Array(row[3 * pixel..<3 * pixel + 3]) + [255]
        }
    }

    /// The frame with a time.
    func sample(
        _ format: PixelBuffer.Format = .i420, duration: MediaTime? = nil
    ) -> VideoSampleBuffer {
        VideoSampleBuffer(
            pixelBuffer: pixelBuffer(format), presentationTime: .zero, duration: duration,
            captureNanoseconds: 0)
    }

    /// Between two pixels that share their chroma, or on the last one, which is alone.
    private func middle(_ pair: Int, _ side: Int) -> Double {
        min(Double(2 * pair) + 0.5, Double(side - 1))
    }

    private var halfWidth: Int { (width + 1) / 2 }

    private func packedRow(_ y: Int) -> [UInt8] {
        (0..<halfWidth).flatMap { x -> [UInt8] in
            let left = components(Double(2 * x), Double(y), isFull: isFullRange)
            let right = components(Double(2 * x + 1), Double(y), isFull: isFullRange)
            let middle = components(middle(x, width), Double(y), isFull: isFullRange)
            return [left.0, middle.1, right.0, middle.2]
        }
    }

    private static func exchangingPairs(_ row: [UInt8]) -> [UInt8] {
        row.indices.map { row[$0 ^ 1] }
    }

    private func bgrRow(_ y: Int) -> [UInt8] {
        (0..<width).flatMap { x -> [UInt8] in
            let (red, green, blue) = color(Double(x), Double(y))
            return [blue, green, red].map { UInt8(($0 * 255).rounded()) }
        }
    }

    private static func rows(_ plane: [UInt8], _ width: Int) -> [[UInt8]] {
        stride(from: 0, to: plane.count, by: width).map { Array(plane[$0..<$0 + width]) }
    }
}
