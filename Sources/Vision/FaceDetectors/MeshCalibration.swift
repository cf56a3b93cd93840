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
        (0, 0, -8.897, 1.247), (0, 1, -6.675, -2.447), (0, 2, 6.33, 9.279),
        (0, 3, 6.733, 9.889), (0, 4, -1.878, 2.195), (2, 0, 3.32, 4.807),
        (2, 1, 0.793, -9.887), (2, 2, 3.119, -13.642), (4, 0, -0.955, 2.24),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector($0.2, 0, 0),
            degreesOfShape: Vector($0.3, 0, 0))
    }

    /// Products whose sign a mirror changes, as it does that of turns about y and z: yaw, pitch, degrees about each,
    /// and those of the shape.
    private static let odd: [Term] = [
        (1, 0, (4.75, -3.498), (-4.358, 0.541)), (1, 1, (4.611, -2.133), (12.392, 3.274)),
        (1, 2, (0.284, 1.906), (9.037, 0.863)), (1, 3, (-0.679, 2.548), (-4.785, -1.064)),
        (3, 0, (-5.128, 0.071), (-23.591, -2.054)), (3, 1, (-3.445, 0.351), (-0.857, -5.575)),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector(0, $0.2.0, $0.2.1),
            degreesOfShape: Vector(0, $0.3.0, $0.3.1))
    }

    /// Factors of what makes an angle uncertain: any face, the yaw, its fourth power, a small face, points that fit the
    /// template badly, a network that is not sure of the face, and the square of the turn by the shape. None is negative.
    struct Sigma {
        static let roll = [0.3, 0.1, 0.99, 1.39, 0.15, 10.84, 7.72]
        static let yaw = [0.17, 0.76, 0, 3.12, 1.29, 1.6, 2.64]
        static let pitch = [1.36, 0, 0.61, 3.12, 0, 10.84, 6.69]
    }
}
