// SPDX-License-Identifier: Apache-2.0
/// What ``MeshAngles`` makes of a pose: how the head has to be turned further, and the standard errors of its angles.
enum MeshCalibration {
    /// A product of powers of yaw / 45 and pitch / 25, with the degrees by which it turns the head about an axis of
    /// the image that stands as the head does: x to the right, y up, z to the camera.
    struct Term {
        let yaw: Double
        let pitch: Double
        let degrees: Vector
        /// The degrees that ``MeshShape`` adds to its own.
        let degreesOfShape: Vector
    }

    static let terms = even + odd

    /// Products that a mirror leaves as they are, as it does turns about x: yaw, pitch, degrees, degrees of the shape.
    private static let even: [Term] = [
        (0, 0, -8.897, 3.245), (0, 1, -6.675, -0.396), (0, 2, 6.33, -7.74),
        (0, 3, 6.733, -1.56), (0, 4, -1.878, 1.781), (2, 0, 3.32, -0.504),
        (2, 1, 0.793, -8.257), (2, 2, 3.119, 1.474), (4, 0, -0.955, 1.903),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector($0.2, 0, 0),
            degreesOfShape: Vector($0.3, 0, 0))
    }

    /// Products whose sign a mirror changes, as it does that of turns about y and z: yaw, pitch, degrees about each,
    /// and those of the shape.
    private static let odd: [Term] = [
        (1, 0, (5.125, -3.498), (2.665, 6.981)), (1, 1, (4.611, -2.133), (-0.864, -4.21)),
        (1, 2, (0.284, 1.906), (-0.146, -0.29)), (1, 3, (-0.679, 2.548), (-0.942, -2.116)),
        (3, 0, (-5.128, 0.071), (8.854, -5.76)), (3, 1, (-3.445, 0.351), (9.173, -0.959)),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector(0, $0.2.0, $0.2.1),
            degreesOfShape: Vector(0, $0.3.0, $0.3.1))
    }

    /// Factors of what makes an angle uncertain: any face, the yaw, its square, a small face, points that fit the
    /// template badly, a network that is not sure of the face, and a large turn by the shape. None is negative.
    struct Sigma {
        static let roll = [0.1, 0, 2.56, 0, 0, 16.7, 5.82]
        static let yaw = [0.3, 1.05, 0.45, 1.21, 1.88, 10.2, 3.4]
        static let pitch = [0.42, 0, 1.46, 0, 3.5, 19.5, 5.63]
    }
}
