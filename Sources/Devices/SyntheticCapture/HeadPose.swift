// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
internal import FaceValues

/// A head put before the camera: sends its points to the screen.
struct HeadPose {
    typealias Placement = FacecapPlacement

    private static let distance: Float = 9
    /// The point of the neck about which the head turns against the body.
    private static let neck = Vector3(x: 0, y: -0.95, z: -0.15)

    let camera: FacecapCamera
    let head: Placement
    let body: Placement

    init(_ head: SyntheticCamera.Head) {
        camera = FacecapCamera(
            distance: Self.distance,
            focal_length: Float(head.height) * Self.distance / HeadSurface.height,
            center_x: Float(head.centre.x), center_y: Float(head.centre.y))
        let rotation = Rotation(
            yaw: head.yawAngle, pitch: head.pitchAngle, roll: head.rollAngle)
        // The body follows a little.
        let bodyRotation = Rotation(yaw: head.yawAngle * 0.25, pitch: 0, roll: head.rollAngle * 0.2)
        self.head = Placement(rotation, offset: .zero)
        body = Placement(
            bodyRotation,
            offset: rotation.apply(Self.neck) - bodyRotation.apply(Self.neck))
    }

    /// Where the neck lies from the middle of the head on the screen, in heights of the head, for a
    /// head rolled by `roll` degrees: what a body at rest has to be moved by.
    static func neckOffset(roll: Double) -> (x: Double, y: Double) {
        let point = Rotation(yaw: 0, pitch: 0, roll: roll).apply(neck)
        return (
            Double(point.x / HeadSurface.height), Double(-point.y / HeadSurface.height)
        )
    }

    /// Pixels, and the inverse of the distance from the camera.
    func project(_ point: Vector3, _ placement: Placement) -> FacecapProjection {
        facecap_project_point(camera, placement, point)
    }
}

extension HeadPose.Placement {
    fileprivate init(_ rotation: Rotation, offset: Vector3) {
        self.init(right: rotation.right, up: rotation.up, front: rotation.front, offset: offset)
    }
}
