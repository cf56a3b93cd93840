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
        (0, 0, -8.897, -0.494), (0, 1, -6.675, -0.121), (0, 2, 6.33, 0.032),
        (0, 3, 6.733, 0.198), (0, 4, -1.878, -0.175), (2, 0, 3.32, 0.471),
        (2, 1, 0.793, -0.233), (2, 2, 3.119, -2.366), (4, 0, -0.955, -0.648),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector($0.2, 0, 0),
            degreesOfShape: Vector($0.3, 0, 0))
    }

    /// Products whose sign a mirror changes, as it does that of turns about y and z: yaw, pitch, degrees about each,
    /// and those of the shape.
    private static let odd: [Term] = [
        (1, 0, (4.75, -3.498), (-2.547, -0.421)), (1, 1, (4.611, -2.133), (1.305, 0.445)),
        (1, 2, (0.284, 1.906), (-0.564, -0.001)), (1, 3, (-0.679, 2.548), (0.119, -0.141)),
        (3, 0, (-5.128, 0.071), (0.574, -0.005)), (3, 1, (-3.445, 0.351), (1.47, -0.292)),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector(0, $0.2.0, $0.2.1),
            degreesOfShape: Vector(0, $0.3.0, $0.3.1))
    }

    /// Factors of what makes an angle uncertain: any face, the yaw, its fourth power, a small face, points that fit the
    /// template badly, a network that is not sure of the face, and the square of the turn by the shape. None is negative.
    struct Sigma {
        static let roll = [0.13, 0.07, 0.84, 1.61, 0.39, 11.75, 8.17]
        static let yaw = [0.04, 0.52, 0, 3.34, 1.28, 0.03, 2.18]
        static let pitch = [1.25, 0, 0.56, 3.32, 0, 12.14, 6.26]
    }
}
