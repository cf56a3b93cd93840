// SPDX-License-Identifier: Apache-2.0
/// A mapping from one frame space to another: quarter turns, mirroring, scaling and shifting, with
/// what they do to angles.
///
/// The spaces and the transforms between them are named in `docs/coordinates.md`; make one with
/// `displayedFromStored`, `screenFromDisplayed` and the like. Scaling that differs along the axes
/// leaves angles as they are: they are those of the undistorted frame.
public struct CoordinateTransform: Sendable, Hashable {
    // x' = xx * x + xy * y + dx, y' = yx * x + yy * y + dy; only xx and yy, or only xy and yx, are
    // not zero.
    private var xx: Double
    private var xy: Double
    private var yx: Double
    private var yy: Double
    private var dx: Double
    private var dy: Double

    /// The mapping of a space to itself.
    public static let identity = CoordinateTransform(xx: 1, xy: 0, yx: 0, yy: 1, dx: 0, dy: 0)

    private init(xx: Double, xy: Double, yx: Double, yy: Double, dx: Double, dy: Double) {
        self.xx = xx
        self.xy = xy
        self.yx = yx
        self.yy = yy
        self.dx = dx
        self.dy = dy
    }

    /// Stretches along each axis, then shifts.
    public static func scale(
        x: Double, y: Double, thenShiftX dx: Double = 0, y dy: Double = 0
    ) -> CoordinateTransform {
        CoordinateTransform(xx: x, xy: 0, yx: 0, yy: y, dx: dx, dy: dy)
    }

    /// From the normalized stored frame to the normalized displayed one.
    public static func displayedFromStored(
        orientation: VideoOrientation
    ) -> CoordinateTransform {
        let turned =
            switch orientation.degrees {
            case 90: CoordinateTransform(xx: 0, xy: -1, yx: 1, yy: 0, dx: 1, dy: 0)
            case 180: CoordinateTransform(xx: -1, xy: 0, yx: 0, yy: -1, dx: 1, dy: 1)
            case 270: CoordinateTransform(xx: 0, xy: 1, yx: -1, yy: 0, dx: 0, dy: 1)
            default: identity
            }
        guard orientation.isMirrored else { return turned }
        return turned.then(.scale(x: -1, y: 1, thenShiftX: 1))
    }

    /// This mapping, then `next`.
    public func then(_ next: CoordinateTransform) -> CoordinateTransform {
        CoordinateTransform(
            xx: next.xx * xx + next.xy * yx, xy: next.xx * xy + next.xy * yy,
            yx: next.yx * xx + next.yy * yx, yy: next.yx * xy + next.yy * yy,
            dx: next.xx * dx + next.xy * dy + next.dx,
            dy: next.yx * dx + next.yy * dy + next.dy)
    }

    /// The way back; the mapping must not squeeze a side to nothing.
    public var inverse: CoordinateTransform {
        let determinant = xx * yy - xy * yx
        precondition(determinant != 0, "A frame without extent has no way back.")
        let ixx = yy / determinant
        let ixy = -xy / determinant
        let iyx = -yx / determinant
        let iyy = xx / determinant
        return CoordinateTransform(
            xx: ixx, xy: ixy, yx: iyx, yy: iyy, dx: -(ixx * dx + ixy * dy),
            dy: -(iyx * dx + iyy * dy))
    }

    /// Whether left and right are exchanged.
    public var isMirrored: Bool { xx * yy - xy * yx < 0 }

    /// The turn and the mirroring in it.
    public var orientation: VideoOrientation {
        let sign: Double = isMirrored ? -1 : 1
        let degrees: Double = xx == 0 ? (yx > 0 ? 90 : 270) : (sign * xx > 0 ? 0 : 180)
        return VideoOrientation(nearestTo: degrees, isMirrored: isMirrored)
    }

    /// Where a point goes.
    public func apply(_ point: Point) -> Point {
        Point(x: xx * point.x + xy * point.y + dx, y: yx * point.x + yy * point.y + dy)
    }

    /// Where an upright rectangle goes; it is upright again.
    public func apply(_ rect: Rect) -> Rect {
        Rect(
            corner: apply(rect.origin), corner: apply(Point(x: rect.maxX, y: rect.maxY)))
    }

    /// Where the points of a face go; in a mirrored frame left and right change names.
    public func apply(_ landmarks: FaceLandmarks) -> FaceLandmarks {
        let moved = landmarks.map(apply)
        return isMirrored ? moved.exchangingSides : moved
    }

    /// What a roll angle becomes: turned with the frame, reversed by mirroring.
    public func applyToRoll(_ degrees: Double) -> Double {
        let turned = degrees + Double(orientation.degrees)
        return Angle.normalized(isMirrored ? -turned : turned)
    }

    /// What a yaw angle becomes: reversed by mirroring, untouched by turning, as it is the turn of
    /// the head about its own axis.
    public func applyToYaw(_ degrees: Double) -> Double {
        isMirrored ? Angle.normalized(-degrees) : degrees
    }

    /// A face as it is seen in the other space.
    public func apply(_ face: MetadataFaceObject) -> MetadataFaceObject {
        var result = face
        result.bounds = apply(face.bounds)
        result.landmarks = face.landmarks.map(apply)
        result.rollAngle = face.rollAngle.map(applyToRoll)
        result.yawAngle = face.yawAngle.map(applyToYaw)
        result.mesh = face.mesh.map(apply)
        if isMirrored { swap(&result.leftEyeOpenness, &result.rightEyeOpenness) }
        return result
    }

    /// A detection as it is seen in the other space.
    public func apply(_ face: DetectedFace) -> DetectedFace {
        var result = face
        result.bounds = apply(face.bounds)
        result.landmarks = face.landmarks.map(apply)
        result.rollAngle = face.rollAngle.map(applyToRoll)
        result.yawAngle = face.yawAngle.map(applyToYaw)
        result.mesh = face.mesh.map(apply)
        (result.meshPlace, result.meshAsymmetry) = (nil, nil)
        if isMirrored { result.openings = face.openings?.exchangingSides }
        return result
    }

    /// Points of a mesh keep their order and their depth.
    private func apply(_ mesh: [MetadataFaceObject.MeshPoint]) -> [MetadataFaceObject.MeshPoint] {
        mesh.map { MetadataFaceObject.MeshPoint(position: apply($0.position), depth: $0.depth) }
    }
}
