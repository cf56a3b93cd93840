// SPDX-License-Identifier: Apache-2.0
/// Measures how much of a face other people hide, on a coarse grid over the face.
struct OcclusionGrid {
    private static let columns = 64
    private let rows: Int
    private let origin: (x: Float, y: Float)
    private let scale: Float
    private var cells: [Bool]
    private let faceCount: Int

    /// A grid over the box of a face, with the face's own outline in it.
    init(face: HeadModel, pose: HeadPose, x: Float, y: Float, width: Float, height: Float) {
        scale = Float(Self.columns) / max(width, 1e-3)
        rows = min(max(Int((height * scale).rounded(.up)), 1), 4 * Self.columns)
        origin = (x, y)
        cells = Array(repeating: false, count: Self.columns * rows)
        var count = 0
        Self.fill(
            face.face, pose, pose.head, origin: origin, scale: scale, rows: rows, cells: &cells
        ) { cell in
            if !cell { count += 1 }
            cell = true
        }
        faceCount = count
    }

    /// Takes away what a person in front hides.
    mutating func hide(behind model: HeadModel, _ pose: HeadPose) {
        for part in model.parts {
            Self.fill(
                part.mesh, pose, part.isOfHead ? pose.head : pose.body, origin: origin,
                scale: scale, rows: rows, cells: &cells
            ) { $0 = false }
        }
    }

    /// The share of the face that is gone, 0...1.
    var hiddenShare: Double {
        guard faceCount > 0 else { return 0 }
        let left = cells.reduce(0) { $1 ? $0 + 1 : $0 }
        return Double(faceCount - left) / Double(faceCount)
    }

    @inline(__always)
    private static func fill(
        _ mesh: Mesh, _ pose: HeadPose, _ placement: HeadPose.Placement,
        origin: (x: Float, y: Float), scale: Float, rows: Int, cells: inout [Bool],
        _ body: (inout Bool) -> Void
    ) {
        let corners = mesh.vertices.map { vertex -> TriangleRows.Corner in
            let point = pose.project(vertex.position, placement)
            return ((point.x - origin.x) * scale, (point.y - origin.y) * scale)
        }
        for (a, b, c) in mesh.triangles {
            let triangle = TriangleRows(
                corners[a], corners[b], corners[c], width: columns, height: rows)
            guard let triangle else { continue }
            for row in triangle.rows {
                for column in triangle.columns(row: row) { body(&cells[row * columns + column]) }
            }
        }
    }
}
