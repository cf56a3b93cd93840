// SPDX-License-Identifier: Apache-2.0
/// The part of the screen that a mesh covers.
struct Extent {
    private var left: Float = .infinity
    private var top: Float = .infinity
    private var right: Float = -.infinity
    private var bottom: Float = -.infinity
    private(set) var columns = 0..<0
    private(set) var rows = 0..<0

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

    @inline(__always)
    mutating func include(_ x: Float, _ y: Float) {
        left = min(left, x)
        right = max(right, x)
        top = min(top, y)
        bottom = max(bottom, y)
    }

    /// The same with its pixels that lie in the image.
    func clipped(width: Int, height: Int) -> Extent {
        var result = self
        result.columns = Self.range(left, right, limit: width)
        result.rows = Self.range(top, bottom, limit: height)
        return result
    }

    private static func range(_ low: Float, _ high: Float, limit: Int) -> Range<Int> {
        guard low <= high else { return 0..<0 }
        let start = Int(min(max(low.rounded(.down), 0), Float(limit)))
        return start..<max(start, Int(min(max(high.rounded(.up) + 1, 0), Float(limit))))
    }
}
