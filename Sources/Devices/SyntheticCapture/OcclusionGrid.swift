// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer

/// Measures how much of a face other people hide, on a coarse grid over the face.
struct OcclusionGrid {
    private static let columns = 64
    private let rows: Int
    private let origin: (x: Float, y: Float)
    private let scale: Float
    /// 1 where the face is seen.
    private var cells: [UInt8]
    private var faceCount = 0

    /// A grid over the box of a face, with the face's own outline in it.
    init(face: HeadModel, pose: HeadPose, x: Float, y: Float, width: Float, height: Float) {
        scale = Float(Self.columns) / max(width, 1e-3)
        rows = min(max(Int((height * scale).rounded(.up)), 1), 4 * Self.columns)
        origin = (x, y)
        cells = Array(repeating: 0, count: Self.columns * rows)
        cover(face.face, pose, pose.head, with: 1)
        faceCount = seenCount
    }

    /// Takes away what a person in front hides.
    mutating func hide(behind model: HeadModel, _ pose: HeadPose) {
        for part in model.parts {
            cover(part.mesh, pose, part.isOfHead ? pose.head : pose.body, with: 0)
        }
    }

    /// The share of the face that is gone, 0...1.
    var hiddenShare: Double {
        guard faceCount > 0 else { return 0 }
        return Double(faceCount - seenCount) / Double(faceCount)
    }

    private var seenCount: Int { cells.count { $0 == 1 } }

    private mutating func cover(
        _ mesh: Mesh, _ pose: HeadPose, _ placement: HeadPose.Placement, with value: UInt8
    ) {
        let points = mesh.vertices.map { vertex in
            let point = pose.project(vertex.position, placement)
            return FacecapPoint(x: (point.x - origin.x) * scale, y: (point.y - origin.y) * scale)
        }
        facecap_cover_triangles(
            &cells, Int32(Self.columns), Int32(rows), points, mesh.triangles,
            Int32(mesh.triangles.count), value)
    }
}
