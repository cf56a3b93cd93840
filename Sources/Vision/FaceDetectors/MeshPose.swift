// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How a face is turned, by what turns the template on the points of a mesh.
struct MeshPose {
    /// Degrees, clockwise in the stored image.
    let roll: Double
    /// Degrees, positive when the nose points to the left edge.
    let yaw: Double
    /// Degrees, positive when the nose points up.
    let pitch: Double
    /// The turn in the image that comes nearest to how the head is turned, in degrees, clockwise in the stored image.
    ///
    /// Where a head looks to a side, what moves the pitch moves the roll too, but hardly this.
    let turnInImage: Double
    /// What is left between template and points, in heights of the template.
    let residual: Double
    /// How the template lies on the points.
    private let fit: RigidFit

    /// The height of the template, in centimeters.
    private static let height = 17.67

    /// The pose of a mesh; `nil` for points that make no face.
    init?(_ points: [Vector]) {
        let pairs = MeshTemplate.anchors.map { anchor in
            (
                from: anchor.place, to: Self.upright(points[anchor.index]), weight: anchor.weight
            )
        }
        guard let fit = RigidFit(pairs) else { return nil }
        self.fit = fit
        let degrees = 180 / Double.pi
        roll = -atan2(fit.rows.1.x, fit.rows.0.x) * degrees
        yaw = asin(min(1, max(-1, fit.rows.2.x))) * degrees
        pitch = -atan2(fit.rows.2.y, fit.rows.2.z) * degrees
        turnInImage =
            -atan2(fit.rows.1.x - fit.rows.0.y, fit.rows.0.x + fit.rows.1.y) * degrees
        residual = fit.residual / Self.height
    }

    /// Where a point of the mesh lies on the head, in centimeters of the template from its weighted middle.
    func place(of point: Vector) -> Vector { fit.place(of: Self.upright(point)) }

    /// In images y points down, and the network's z away from the camera.
    private static func upright(_ point: Vector) -> Vector { Vector(point.x, -point.y, -point.z) }
}
