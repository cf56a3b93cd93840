// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer

/// The pixels of an image that a mesh may cover.
struct Extent {
    let columns: Range<Int>
    let rows: Range<Int>

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

    init(_ bounds: FacecapBounds, width: Int, height: Int) {
        columns = Self.range(bounds.left, bounds.right, limit: width)
        rows = Self.range(bounds.top, bounds.bottom, limit: height)
    }

    private static func range(_ low: Float, _ high: Float, limit: Int) -> Range<Int> {
        guard low <= high else { return 0..<0 }
        let start = Int(min(max(low.rounded(.down), 0), Float(limit)))
        return start..<max(start, Int(min(max(high.rounded(.up) + 1, 0), Float(limit))))
    }
}
