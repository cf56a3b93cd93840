// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import Glibc

/// Triangles over a grid of points, wound so that their front shows a positive area on a screen
/// whose y points down.
struct Mesh: Sendable {
    typealias Vertex = FacecapMeshVertex

    var vertices: [Vertex]
    var triangles: [FacecapTriangle]

    /// The triangles of `rows` rows of `columns` vertices, each row closed to a ring, lowest first.
    static func ring(columns: Int, rows: Int) -> [FacecapTriangle] {
        var triangles: [FacecapTriangle] = []
        triangles.reserveCapacity(2 * columns * (rows - 1))
        let step = Int32(columns)
        for row in 0..<Int32(rows - 1) {
            for column in 0..<step {
                let a = row * step + column
                let b = row * step + (column + 1) % step
                triangles.append(FacecapTriangle(a: a, b: a + step, c: b))
                triangles.append(FacecapTriangle(a: b, b: a + step, c: b + step))
            }
        }
        return triangles
    }

    /// Normals that follow the triangles around each vertex.
    mutating func computeNormals() {
        for index in vertices.indices { vertices[index].normal = .zero }
        for triangle in triangles {
            let (a, b, c) = (Int(triangle.a), Int(triangle.b), Int(triangle.c))
            let origin = vertices[a].position
            let normal = (vertices[c].position - origin).cross(vertices[b].position - origin)
            vertices[a].normal = vertices[a].normal + normal
            vertices[b].normal = vertices[b].normal + normal
            vertices[c].normal = vertices[c].normal + normal
        }
        for index in vertices.indices {
            vertices[index].normal = vertices[index].normal.normalized
        }
    }

    /// The same triangles without the vertices that none of them uses.
    func compacted() -> Mesh {
        var places = [Int32](repeating: -1, count: vertices.count)
        var kept: [Vertex] = []
        func place(_ vertex: Int32) -> Int32 {
            if places[Int(vertex)] < 0 {
                places[Int(vertex)] = Int32(kept.count)
                kept.append(vertices[Int(vertex)])
            }
            return places[Int(vertex)]
        }
        let triangles = triangles.map {
            FacecapTriangle(a: place($0.a), b: place($0.b), c: place($0.c))
        }
        return Mesh(vertices: kept, triangles: triangles)
    }

    /// An ellipsoid of one color; `shape` may move a vertex and shade it.
    static func ellipsoid(
        centre: Vector3, radii: Vector3, columns: Int, rows: Int,
        shape: (inout Vertex) -> Void = { _ in }
    ) -> Mesh {
        var vertices: [Vertex] = []
        vertices.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let latitude = (Float(row) / Float(rows - 1) - 0.5) * Float.pi
            for column in 0..<columns {
                let azimuth = (Float(column) / Float(columns) * 2 - 1) * Float.pi
                let unit = Vector3(
                    x: cos(latitude) * sin(azimuth), y: sin(latitude),
                    z: cos(latitude) * cos(azimuth))
                let offset = Vector3(
                    x: unit.x * radii.x, y: unit.y * radii.y, z: unit.z * radii.z)
                let normal = Vector3(
                    x: unit.x / radii.x, y: unit.y / radii.y, z: unit.z / radii.z)
                var vertex = Vertex(
                    position: centre + offset, normal: normal.normalized, u: 0.5, v: 0.5)
                shape(&vertex)
                vertices.append(vertex)
            }
        }
        return Mesh(vertices: vertices, triangles: ring(columns: columns, rows: rows))
    }
}

extension Mesh.Vertex {
    /// A vertex that all of the light gets to.
    init(position: Vector3, normal: Vector3, u: Float, v: Float) {
        self.init(position: position, normal: normal, u: u, v: v, exposure: 1)
    }
}
