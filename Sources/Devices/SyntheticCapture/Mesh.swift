// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Triangles over a grid of points, wound so that their front shows a positive area on a screen
/// whose y points down.
struct Mesh: Sendable {
    struct Vertex: Sendable {
        var position: Vector3
        var normal: Vector3
        /// Where the texture is taken from, 0...1.
        var u: Float
        var v: Float
        /// The share of the light that gets here, 0...1.
        var exposure: Float = 1
    }

    var vertices: [Vertex]
    var triangles: [(Int, Int, Int)]

    /// The triangles of `rows` rows of `columns` vertices, each row closed to a ring, lowest first.
    static func ring(columns: Int, rows: Int) -> [(Int, Int, Int)] {
        var triangles: [(Int, Int, Int)] = []
        triangles.reserveCapacity(2 * columns * (rows - 1))
        for row in 0..<(rows - 1) {
            for column in 0..<columns {
                let a = row * columns + column
                let b = row * columns + (column + 1) % columns
                triangles.append((a, a + columns, b))
                triangles.append((b, a + columns, b + columns))
            }
        }
        return triangles
    }

    /// Normals that follow the triangles around each vertex.
    mutating func computeNormals() {
        for index in vertices.indices { vertices[index].normal = .zero }
        for (a, b, c) in triangles {
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
        var places = [Int](repeating: -1, count: vertices.count)
        var kept: [Vertex] = []
        func place(_ vertex: Int) -> Int {
            if places[vertex] < 0 {
                places[vertex] = kept.count
                kept.append(vertices[vertex])
            }
            return places[vertex]
        }
        let triangles = triangles.map { (place($0.0), place($0.1), place($0.2)) }
        return Mesh(vertices: kept, triangles: triangles)
    }

    /// An ellipsoid of one colour; `shape` may move a vertex and shade it.
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
