/// The pixels of a triangle, row by row: those whose centres lie inside, so that triangles side by
/// side neither overlap nor leave gaps.
struct TriangleRows {
    typealias Corner = (x: Float, y: Float)

    private let top: Corner
    private let longSlope: Float
    private let upperSlope: Float
    private let lower: Corner
    private let lowerSlope: Float
    private let limit: Int
    let rows: Range<Int>

    /// Corners in any order; pixels outside `width` x `height` are left out.
    @inline(__always)
    init?(_ first: Corner, _ second: Corner, _ third: Corner, width: Int, height: Int) {
        var (a, b, c) = (first, second, third)
        if b.y < a.y { swap(&a, &b) }
        if c.y < b.y { swap(&b, &c) }
        if b.y < a.y { swap(&a, &b) }
        let limits = (width: Float(width), height: Float(height))
        let start = min(max((a.y - 0.5).rounded(.up), 0), limits.height)
        let end = min(max((c.y - 0.5).rounded(.up), 0), limits.height)
        guard start < end else { return nil }
        rows = Int(start)..<Int(end)
        limit = width
        top = a
        lower = b
        longSlope = (c.x - a.x) / (c.y - a.y)
        upperSlope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0
        lowerSlope = c.y > b.y ? (c.x - b.x) / (c.y - b.y) : 0
    }

    /// The pixels of one of ``rows``.
    @inline(__always)
    func columns(row: Int) -> Range<Int> {
        let y = Float(row) + 0.5
        let long = top.x + (y - top.y) * longSlope
        let short =
            y < lower.y
            ? top.x + (y - top.y) * upperSlope : lower.x + (y - lower.y) * lowerSlope
        let start = column(min(long, short))
        return start..<max(start, column(max(long, short)))
    }

    @inline(__always)
    private func column(_ x: Float) -> Int {
        Int(min(max((x - 0.5).rounded(.up), 0), Float(limit)))
    }
}
