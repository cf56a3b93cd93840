// SPDX-License-Identifier: Apache-2.0
/// The pixels of a triangle, row by row: those whose centres lie inside, so that triangles side by
/// side neither overlap nor leave gaps.
struct TriangleRows {
    typealias Corner = (x: Float, y: Float)

    /// A side of the triangle, in 65536ths of a pixel; it depends on its two ends alone, so that
    /// both triangles beside it see the same one.
    private struct Side {
        private let start: Int
        private let slope: Int
        private let firstRow: Int

        @inline(__always)
        init(from upper: Corner, to lower: Corner, firstRow: Int) {
            self.firstRow = firstRow
            let height = lower.y - upper.y
            let slope = height > 0 ? (lower.x - upper.x) / height : 0
            self.slope = Self.fixed(slope)
            // The half leads from the edges of pixels to their centres; the rest rounds up.
            start = Self.fixed(upper.x - 0.5 + (Float(firstRow) + 0.5 - upper.y) * slope) + 0xFFFF
        }

        /// The first column whose centre does not lie left of the side; may lie outside the image.
        @inline(__always)
        func column(row: Int) -> Int { (start &+ (row &- firstRow) &* slope) &>> 16 }

        @inline(__always)
        private static func fixed(_ value: Float) -> Int {
            Int(min(max(value * 65536, -0x1p40), 0x1p40))
        }
    }

    private let long: Side
    private let upper: Side
    private let lower: Side
    private let lowerRow: Int
    private let width: Int
    let rows: Range<Int>

    /// Corners in any order; pixels outside `width` x `height` are left out.
    @inline(__always)
    init?(_ first: Corner, _ second: Corner, _ third: Corner, width: Int, height: Int) {
        var (a, b, c) = (first, second, third)
        if b.y < a.y { swap(&a, &b) }
        if c.y < b.y { swap(&b, &c) }
        if b.y < a.y { swap(&a, &b) }
        let start = Self.row(a.y, limit: height)
        let end = Self.row(c.y, limit: height)
        guard start < end else { return nil }
        rows = start..<end
        lowerRow = Self.row(b.y, limit: height)
        self.width = width
        long = Side(from: a, to: c, firstRow: start)
        upper = Side(from: a, to: b, firstRow: start)
        lower = Side(from: b, to: c, firstRow: lowerRow)
    }

    /// The pixels of one of ``rows``.
    @inline(__always)
    func columns(row: Int) -> Range<Int> {
        let one = long.column(row: row)
        let other = row < lowerRow ? upper.column(row: row) : lower.column(row: row)
        let start = min(max(min(one, other), 0), width)
        return start..<max(start, min(max(one, other), width))
    }

    /// The first row whose centre does not lie above `y`.
    @inline(__always)
    private static func row(_ y: Float, limit: Int) -> Int {
        // Rounded up by hand: `rounded(.up)` is a call.
        let start = min(max(y - 0.5, 0), Float(limit))
        let whole = Int(start)
        return Float(whole) < start ? whole &+ 1 : whole
    }
}
