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
        let start = Self.first(a.y, limit: height)
        let end = Self.first(c.y, limit: height)
        guard start < end else { return nil }
        rows = start..<end
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
        let start = Self.first(min(long, short), limit: limit)
        return start..<max(start, Self.first(max(long, short), limit: limit))
    }

    /// The first pixel of a row or column whose centre does not lie before `edge`.
    @inline(__always)
    private static func first(_ edge: Float, limit: Int) -> Int {
        // Rounded up by hand: `rounded(.up)` is a call.
        let start = min(max(edge - 0.5, 0), Float(limit))
        let whole = Int(start)
        return Float(whole) < start ? whole &+ 1 : whole
    }
}
