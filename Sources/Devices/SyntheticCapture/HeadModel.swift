// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import Glibc

/// The shape of one identity, made once: meshes, and the points that truth is told by.
final class HeadModel: Sendable {
    /// What a part is covered with.
    enum Cover { case face, hair, ear, neck, shirt }

    /// One mesh and how it moves.
    struct Part: Sendable {
        let mesh: Mesh
        let cover: Cover
        /// Whether it turns with the head, or stays with the body.
        let isOfHead: Bool
        /// How much light it mirrors.
        let gloss: Float
    }

    let identity: HeadIdentity
    let parts: [Part]
    /// The front of the head below the hairline: its outline is the true box.
    let face: Mesh
    /// Eyes, nose, corners of the mouth; left in the image first.
    let landmarks: [Vector3]

    init(_ identity: HeadIdentity) {
        self.identity = identity
        let surface = HeadSurface(identity: identity)
        let (front, back, face) = Self.skull(surface)
        self.face = face
        let width = identity.width
        let ears = [Float(-1), 1].map { side in
            Mesh.ellipsoid(
                centre: Vector3(x: side * 0.755 * width, y: 0.02, z: -0.08),
                radii: Vector3(x: 0.06, y: 0.20, z: 0.13), columns: 14, rows: 9)
        }
        // The chin keeps the light from the neck.
        let neck = Mesh.ellipsoid(
            centre: Vector3(x: 0, y: -1.30, z: -0.20), radii: Vector3(x: 0.43, y: 0.85, z: 0.40),
            columns: 24, rows: 20
        ) { $0.exposure = 0.62 + 0.38 * Ramp.smooth(-$0.position.y, 1.05, 1.55) }
        // Upright below the shoulders, and longer than any image is high.
        let shirt = Mesh.ellipsoid(
            centre: Vector3(x: 0, y: -2.75, z: -0.25), radii: Vector3(x: 1.65, y: 1.05, z: 0.62),
            columns: 40, rows: 25
        ) { vertex in
            if vertex.position.y < -2.75 {
                let sink = (vertex.position.y + 2.75) / 1.05
                let width = max(1 - sink * sink, 1e-3).squareRoot()
                vertex.position.x /= width
                vertex.position.z = -0.25 + (vertex.position.z + 0.25) / width
                vertex.position.y = -2.75 + sink * 8
                vertex.normal.y = 0
                vertex.normal = vertex.normal.normalized
            }
            let fromNeck = hypot(vertex.position.x / 0.62, (vertex.position.y + 1.72) / 0.22)
            vertex.exposure = 0.70 + 0.30 * Ramp.smooth(fromNeck, 0.6, 1.4)
        }
        parts =
            [
                Part(mesh: front, cover: .face, isOfHead: true, gloss: 0.05),
                Part(mesh: Self.hair(surface), cover: .hair, isOfHead: true, gloss: 0.10),
                Part(mesh: back, cover: .hair, isOfHead: true, gloss: 0.03),
            ] + ears.map { Part(mesh: $0, cover: .ear, isOfHead: true, gloss: 0.02) }
            + [
                Part(mesh: neck, cover: .neck, isOfHead: false, gloss: 0.02),
                Part(mesh: shirt, cover: .shirt, isOfHead: false, gloss: 0.01),
            ]
        landmarks = [
            surface.frontPoint(x: -identity.eyeX, y: identity.eyeY),
            surface.frontPoint(x: identity.eyeX, y: identity.eyeY),
            surface.frontPoint(x: 0, y: identity.noseY),
            surface.frontPoint(x: -0.235, y: identity.mouthY),
            surface.frontPoint(x: 0.235, y: identity.mouthY),
        ]
    }

    private static let columns = 64
    private static let rows = 56

    /// Columns lie closer in front than behind.
    private static func azimuth(column: Int) -> Float {
        let t = Float(column) / Float(columns) * 2 - 1
        return Float.pi * (0.6 * t + 0.4 * t * t * t)
    }

    private static func skull(_ surface: HeadSurface) -> (front: Mesh, back: Mesh, face: Mesh) {
        var vertices: [Mesh.Vertex] = []
        vertices.reserveCapacity(columns * rows)
        for row in 0..<rows {
            // Rows lie closer at the chin and the crown.
            let t = Float(row) / Float(rows - 1) * 2 - 1
            let share = 0.7 * t + 0.3 * sin(t * Float.pi / 2)
            let y = (HeadSurface.chin + HeadSurface.crown + share * HeadSurface.height) / 2
            let section = surface.section(atY: y)
            for column in 0..<columns {
                let point = surface.point(azimuth: azimuth(column: column), y: y, section: section)
                vertices.append(
                    Mesh.Vertex(
                        position: point, normal: .zero, u: (point.x + 1) / 2,
                        v: textureRow(point.y)))
            }
        }
        var whole = Mesh(
            vertices: vertices, triangles: Mesh.ring(columns: columns, rows: rows))
        whole.computeNormals()
        let frontColumns = (0..<columns).map { cos(azimuth(column: $0)) }
        func lies(_ triangle: FacecapTriangle, _ test: (Int) -> Bool) -> Bool {
            test(Int(triangle.a)) && test(Int(triangle.b)) && test(Int(triangle.c))
        }
        let isFront = { (vertex: Int) in frontColumns[vertex % columns] > 0 }
        let isFace = { (vertex: Int) in
            frontColumns[vertex % columns] > 0.08 && vertices[vertex].position.y < 0.90
        }
        var back = whole
        back.triangles.removeAll { lies($0, isFront) }
        for vertex in back.vertices.indices {
            back.vertices[vertex].u = abs(azimuth(column: vertex % columns)) / .pi
        }
        var face = whole
        face.triangles.removeAll { !lies($0, isFace) }
        whole.triangles.removeAll { !lies($0, isFront) }
        return (whole.compacted(), back.compacted(), face.compacted())
    }

    /// A shell over the skull, from the hairline up, thinner at its edge.
    private static func hair(_ surface: HeadSurface) -> Mesh {
        let rows = 20
        let columnPoints = (0..<columns).map { column -> (azimuth: Float, start: Float) in
            let azimuth = azimuth(column: column)
            let front = surface.identity.hairline + 0.06
            let c = cos(azimuth)
            let side = front - 0.75 * Ramp.smooth(1 - c, 0.45, 0.95)
            return (azimuth, side + (-0.45 - side) * Ramp.smooth(-c, -0.1, 0.35))
        }
        var vertices: [Mesh.Vertex] = []
        vertices.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let t = Float(row) / Float(rows - 1)
            let share = sin(t * Float.pi / 2)
            for (azimuth, start) in columnPoints {
                let y = start + (HeadSurface.crown - start) * share
                var point = surface.point(
                    azimuth: azimuth, y: y, section: surface.section(atY: y))
                let thickness = 0.012 + 0.048 * Ramp.smooth(t, 0, 0.35)
                point.x *= 1 + thickness
                point.z = point.z * (1 + thickness) - 0.01
                point.y = point.y * (1 + thickness) + 0.01
                vertices.append(
                    Mesh.Vertex(
                        position: point, normal: .zero, u: abs(azimuth) / .pi, v: textureRow(y)))
            }
        }
        var mesh = Mesh(
            vertices: vertices, triangles: Mesh.ring(columns: columns, rows: rows))
        mesh.computeNormals()
        return mesh
    }

    private static func textureRow(_ y: Float) -> Float {
        (FacePainter.lines.upperBound - y)
            / (FacePainter.lines.upperBound - FacePainter.lines.lowerBound)
    }
}
