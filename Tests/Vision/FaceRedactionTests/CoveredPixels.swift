// SPDX-License-Identifier: Apache-2.0
import Facecap
import Glibc

/// Counts the pixels of one color, in frames of I420.
struct CoveredPixels {
    /// A green that no face and no backdrop of the tests has.
    static let color = OverlayColor(red: 0, green: 255, blue: 0)

    private let luma: Int
    private let blue: Int
    private let red: Int
    private let tolerance: Int

    /// - Parameters:
    ///   - frame: any, of the format of those to come.
    ///   - tolerance: how far a sample may be off, after a lossy codec.
    init(like image: PixelBuffer, tolerance: Int = 0) throws {
        let redactor = ImageRedactor(method: .box(Self.color))
        let plain = try redactor.cover(.wholeImage, in: image)
        let samples = plain.planes.map { Int($0.baseAddress.load(as: UInt8.self)) }
        (luma, blue, red) = (samples[0], samples[1], samples[2])
        self.tolerance = tolerance
    }

    /// The pixels in a box, as far as it lies in the frame, that have the color and that do not.
    func count(of image: PixelBuffer, in box: Rect) -> (covered: Int, uncovered: Int) {
        precondition(image.format == .i420)
        let inside = box.intersection(
            Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
        guard !inside.isEmpty else { return (0, 0) }
        let columns = Int(inside.x.rounded(.down))..<Int(inside.maxX.rounded(.up))
        let rows = Int(inside.y.rounded(.down))..<Int(inside.maxY.rounded(.up))
        let covered = rows.reduce(0) { $0 + count(of: image, row: $1, columns) }
        return (covered, columns.count * rows.count - covered)
    }

    /// A row that has nothing but the color, or nothing of it, is counted at once.
    private func count(of image: PixelBuffer, row: Int, _ columns: Range<Int>) -> Int {
        let chroma = columns.lowerBound / 2..<(columns.upperBound + 1) / 2
        let first = Self.samples(image.planes[0], row: row, columns)
        guard let start = first.baseAddress else { return 0 }
        if tolerance == 0, memchr(start, Int32(luma), first.count) == nil { return 0 }
        let second = Self.samples(image.planes[1], row: row / 2, chroma)
        let third = Self.samples(image.planes[2], row: row / 2, chroma)
        if Self.holds(first, only: luma), Self.holds(second, only: blue),
            Self.holds(third, only: red)
        {
            return columns.count
        }
        var count = 0
        var x = columns.lowerBound
        while x < columns.upperBound {
            let pair = x / 2 - chroma.lowerBound
            if abs(Int(first[x - columns.lowerBound]) - luma) <= tolerance,
                abs(Int(second[pair]) - blue) <= tolerance,
                abs(Int(third[pair]) - red) <= tolerance
            {
                count += 1
            }
            x += 1
        }
        return count
    }

    private static func samples(
        _ plane: PixelBuffer.Plane, row: Int, _ columns: Range<Int>
    ) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: plane.baseAddress + row * plane.bytesPerRow + columns.lowerBound,
            count: columns.count)
    }

    /// Whether the first sample has a value, and each one that of the sample before it.
    private static func holds(_ samples: UnsafeRawBufferPointer, only value: Int) -> Bool {
        guard let start = samples.baseAddress, Int(samples[0]) == value else { return false }
        return memcmp(start, start + 1, samples.count - 1) == 0
    }
}
