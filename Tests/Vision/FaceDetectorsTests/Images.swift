// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import TestSupport

/// An image in memory as the detectors take it.
enum Images {
    /// An image of `bytes`, its planes and rows packed one after the other.
    static func make(
        _ format: PixelBuffer.Format, width: Int, height: Int, bytes: [UInt8],
        isFullRange: Bool = false
    ) -> PixelBuffer {
        let pool = PixelBufferPool(
            format: format, width: width, height: height, isFullRange: isFullRange)
        return pool.makePixelBuffer { planes in
            var next = 0
            for (number, plane) in planes.enumerated() {
                let (count, rows) = format.layout(plane: number, width: width, height: height)
                for row in 0..<rows {
                    bytes[next..<next + count].withUnsafeBytes { source in
                        UnsafeMutableRawBufferPointer(
                            start: plane.bytes + row * plane.bytesPerRow, count: count
                        ).copyMemory(from: source)
                    }
                    next += count
                }
            }
        }
    }

    /// An image of one value.
    static func plain(_ format: PixelBuffer.Format, width: Int, height: Int) -> PixelBuffer {
        let count = (0..<format.planeCount).reduce(0) { sum, plane in
            let (bytes, rows) = format.layout(plane: plane, width: width, height: height)
            return sum + bytes * rows
        }
        return make(
            format, width: width, height: height, bytes: Array(repeating: 128, count: count))
    }

    /// An image of one value with a gray one in its middle, which is made `factor` times smaller.
    static func framed(
        _ gray: PixelBuffer, reducedBy factor: Int, width: Int, height: Int
    ) -> PixelBuffer {
        var bytes = [UInt8](repeating: 128, count: width * height)
        let (columns, rows) = (gray.width / factor, gray.height / factor)
        let plane = gray.planes[0]
        let samples = plane.baseAddress.assumingMemoryBound(to: UInt8.self)
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = 0
                for sample in 0..<factor * factor {
                    let (y, x) = (sample / factor, sample % factor)
                    sum += Int(
                        samples[(row * factor + y) * plane.bytesPerRow + column * factor + x])
                }
                let place = (row + (height - rows) / 2) * width + column + (width - columns) / 2
                bytes[place] = UInt8(sum / (factor * factor))
            }
        }
        return make(.gray8, width: width, height: height, bytes: bytes)
    }

    /// Packed BGR samples about a point, turned clockwise and made `factor` times smaller, in a square image; gray where
    /// there are none.
    static func turned(
        _ bgr: [UInt8], width: Int, height: Int, about center: Point, byDegrees degrees: Double,
        reducedBy factor: Int, side: Int
    ) -> PixelBuffer {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
            let (right, down) = (Double(x - factor * side / 2), Double(y - factor * side / 2))
            let column = Int((center.x + cosine * right + sine * down).rounded())
            let row = Int((center.y - sine * right + cosine * down).rounded())
            guard (0..<width).contains(column), (0..<height).contains(row) else { return 128 }
            return Int(bgr[3 * (row * width + column) + channel])
        }
        var bytes = [UInt8](repeating: 0, count: 3 * side * side)
        for place in bytes.indices {
            let (y, x) = (place / 3).quotientAndRemainder(dividingBy: side)
            let sum = (0..<factor * factor).reduce(0) { sum, number in
                sum + sample(factor * x + number % factor, factor * y + number / factor, place % 3)
            }
            bytes[place] = UInt8(sum / (factor * factor))
        }
        return make(.bgr24, width: side, height: side, bytes: bytes)
    }

    /// A gray image with noise of up to so many gray levels.
    static func noisy(
        _ gray: PixelBuffer, by largest: Double, using numbers: inout SeededNumbers
    ) -> PixelBuffer {
        let plane = gray.planes[0]
        let samples = plane.baseAddress.assumingMemoryBound(to: UInt8.self)
        let bytes = (0..<gray.width * gray.height).map { place in
            let (row, column) = place.quotientAndRemainder(dividingBy: gray.width)
            let sample = Double(samples[row * plane.bytesPerRow + column])
            return UInt8(min(max(sample + largest * (2 * numbers.nextUnit() - 1), 0), 255))
        }
        return make(.gray8, width: gray.width, height: gray.height, bytes: bytes)
    }

    /// The samples of an I420 image of even size in another format that can hold them, or part.
    static func repack(
        _ i420: [UInt8], width: Int, height: Int, as format: PixelBuffer.Format
    ) -> PixelBuffer {
        let luma = width * height
        let quarter = luma / 4
        var bytes = Array(i420[..<luma])
        switch format {
        case .gray8, .bgr24, .bgra, .depth16:
            break
        case .i420:
            bytes = i420
        case .nv12:
            for sample in 0..<quarter {
                bytes.append(i420[luma + sample])
                bytes.append(i420[luma + quarter + sample])
            }
        case .yuyv, .uyvy:
            let (ofLuma, ofChroma) = format == .yuyv ? (0, 1) : (1, 0)
            bytes = [UInt8](unsafeUninitializedCapacity: 2 * luma) { bytes, count in
                i420.withUnsafeBufferPointer { i420 in
                    for sample in 0..<luma { bytes[2 * sample + ofLuma] = i420[sample] }
                    for pair in 0..<luma / 2 {
                        let (row, column) = (2 * pair / width, 2 * pair % width / 2)
                        let chroma = luma + row / 2 * (width / 2) + column
                        bytes[4 * pair + ofChroma] = i420[chroma]
                        bytes[4 * pair + 2 + ofChroma] = i420[chroma + quarter]
                    }
                }
                count = 2 * luma
            }
        }
        return make(format, width: width, height: height, bytes: bytes)
    }

    /// A packed BGR image turned a quarter counterclockwise, as a camera on its side stores it.
    static func turnedBack(_ bgr: [UInt8], width: Int, height: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bgr.count) { result, count in
            bgr.withUnsafeBufferPointer { bgr in
                for row in 0..<width {
                    for column in 0..<height {
                        let start = 3 * (column * width + width - 1 - row)
                        let place = 3 * (row * height + column)
                        for channel in 0..<3 { result[place + channel] = bgr[start + channel] }
                    }
                }
            }
            count = bgr.count
        }
    }
}
