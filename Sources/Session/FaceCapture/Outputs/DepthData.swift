// SPDX-License-Identifier: Apache-2.0
public import CaptureSamples
public import FaceValues

/// A depth image with its time, as a depth camera took it.
public struct DepthData: Sendable {
    /// The depth image and its number among the frames of its input.
    public let frame: CapturedFrame
    /// Meters in one unit of the frame.
    public let unit: Double

    /// Reads a frame as distances; `nil` when its frame is not in the format `depth16`, in rows of
    /// whole units.
    ///
    /// - Parameters:
    ///   - frame: what a depth camera delivered.
    ///   - unit: meters in one unit of the frame, such as 0.001.
    public init?(_ frame: CapturedFrame, unit: Double) {
        let image = frame.sampleBuffer.pixelBuffer
        guard image.format == .depth16, let plane = image.planes.first,
            UInt(bitPattern: plane.baseAddress).isMultiple(of: 2),
            plane.bytesPerRow.isMultiple(of: 2), plane.bytesPerRow >= 2 * image.width
        else { return nil }
        self.frame = frame
        self.unit = unit
    }

    /// When the distances were measured, on the session's clock.
    public var presentationTime: MediaTime { frame.sampleBuffer.presentationTime }
    /// Pixels a row.
    public var width: Int { image.width }
    /// Rows.
    public var height: Int { image.height }

    private var image: PixelBuffer { frame.sampleBuffer.pixelBuffer }

    /// The distance at a pixel in meters; `nil` where it is unknown and outside the frame.
    public func distance(x: Int, y: Int) -> Double? {
        guard 0..<width ~= x, 0..<height ~= y else { return nil }
        return withRow(y) { row in row[x] == 0 ? nil : meters(Int(UInt16(littleEndian: row[x]))) }
    }

    /// The median of the known distances inside a rectangle, in meters: of an even number the nearer
    /// one of the two in the middle; `nil` where none is known.
    ///
    /// It looks at every pixel that the rectangle reaches into and takes no memory.
    ///
    /// - Parameter rect: in the normalized stored frame; it may reach beyond.
    public func medianDistance(in rect: Rect) -> Double? {
        let (columns, rows) = (
            Self.pixels(from: rect.x, to: rect.maxX, of: width),
            Self.pixels(from: rect.y, to: rect.maxY, of: height)
        )
        // A value is found by its upper byte first, then by its lower one.
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
            count(in: columns, rows, into: counts) { $0 == 0 ? nil : Int($0 >> 8) }
            let known = counts.reduce(0, +)
            guard known > 0 else { return nil }
            let upper = Self.place(of: (known - 1) / 2, in: counts)
            count(in: columns, rows, into: counts) {
                $0 != 0 && Int($0 >> 8) == upper.value ? Int($0 & 0xFF) : nil
            }
            let lower = Self.place(of: upper.rest, in: counts)
            return meters(upper.value << 8 | lower.value)
        }
    }

    /// The pixels that a stretch of a normalized side reaches into.
    private static func pixels(from start: Double, to end: Double, of count: Int) -> Range<Int> {
        let limit = Double(count)
        let first = min(max(0, (start * limit).rounded(.down)), limit)
        let last = min(max(first, (end * limit).rounded(.up)), limit)
        return Int(first)..<Int(last)
    }

    /// By the units in a meter, of which there is a whole number as a rule: 1159 mm are 1.159 then.
    private func meters(_ units: Int) -> Double { Double(units) / (1 / unit) }

    private func count(
        in columns: Range<Int>, _ rows: Range<Int>, into counts: UnsafeMutableBufferPointer<Int>,
        _ bin: (UInt16) -> Int?
    ) {
        counts.initialize(repeating: 0)
        for y in rows {
            withRow(y) { row in
                for value in row[columns] {
                    if let bin = bin(UInt16(littleEndian: value)) { counts[bin] += 1 }
                }
            }
        }
    }

    /// The bin that holds the value with a rank, and its rank within it.
    private static func place(
        of rank: Int, in counts: UnsafeMutableBufferPointer<Int>
    ) -> (value: Int, rest: Int) {
        var rest = rank
        for (value, count) in counts.enumerated() {
            if rest < count { return (value, rest) }
            rest -= count
        }
        return (counts.count - 1, 0)
    }

    private func withRow<Result>(
        _ y: Int, _ body: (UnsafeBufferPointer<UInt16>) -> Result
    ) -> Result {
        let plane = image.planes[0]
        return withExtendedLifetime(image) {
            let start = plane.baseAddress + y * plane.bytesPerRow
            return body(
                UnsafeBufferPointer(
                    start: start.assumingMemoryBound(to: UInt16.self), count: image.width))
        }
    }
}
