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
        (0, 0, -8.897, 3.444), (0, 1, -6.675, 3.661), (0, 2, 6.33, -0.697),
        (0, 3, 6.733, -2.012), (0, 4, -1.878, 0.657), (2, 0, 3.32, 18.692),
        (2, 1, 0.793, -0.347), (2, 2, 3.119, -3.398), (4, 0, -0.955, 12.494),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector($0.2, 0, 0),
            degreesOfShape: Vector($0.3, 0, 0))
    }

    /// Products whose sign a mirror changes, as it does that of turns about y and z: yaw, pitch, degrees about each,
    /// and those of the shape.
    private static let odd: [Term] = [
        (1, 0, (5.125, -3.498), (-29.344, 3.312)), (1, 1, (4.611, -2.133), (-2.822, 5.3)),
        (1, 2, (0.284, 1.906), (-3.262, -0.75)), (1, 3, (-0.679, 2.548), (-1.159, -2.237)),
        (3, 0, (-5.128, 0.071), (-24.55, 9.683)), (3, 1, (-3.445, 0.351), (0.986, -3.137)),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector(0, $0.2.0, $0.2.1),
            degreesOfShape: Vector(0, $0.3.0, $0.3.1))
    }

    /// Factors of what makes an angle uncertain: any face, the yaw, its square, a small face, points that fit the
    /// template badly, a network that is not sure of the face, and a large turn by the shape. None is negative.
    struct Sigma {
        static let roll = [0, 0, 0.7, 0, 0, 20.5, 6.85]
        static let yaw = [0, 0, 0, 1.2, 1.19, 1.02, 4.62]
        static let pitch = [0, 0, 0.16, 0, 2.34, 22.52, 6.58]
    }
}
