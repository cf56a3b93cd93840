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
        (0, 0, -8.897, -6.62), (0, 1, -6.675, -7.309), (0, 2, 6.33, 7.847),
        (0, 3, 6.733, 1.662), (0, 4, -1.878, 0.838), (2, 0, 3.32, 11.123),
        (2, 1, 0.793, 3.224), (2, 2, 3.119, -15.746), (4, 0, -0.955, -0.394),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector($0.2, 0, 0),
            degreesOfShape: Vector($0.3, 0, 0))
    }

    /// Products whose sign a mirror changes, as it does that of turns about y and z: yaw, pitch, degrees about each,
    /// and those of the shape. What the first leaves of a yaw of 45 degrees is 1.5 too much for people of the
    /// synthetic camera, and 1.7 too little for those of another renderer.
    private static let odd: [Term] = [
        (1, 0, (4.75, -3.498), (-20.92, 10.219)), (1, 1, (4.611, -2.133), (8.32, 12.552)),
        (1, 2, (0.284, 1.906), (-1.383, -0.597)), (1, 3, (-0.679, 2.548), (-1.334, -3.494)),
        (3, 0, (-5.128, 0.071), (-12.942, 15.76)), (3, 1, (-3.445, 0.351), (-0.31, -4.958)),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector(0, $0.2.0, $0.2.1),
            degreesOfShape: Vector(0, $0.3.0, $0.3.1))
    }

    /// Factors of what makes an angle uncertain: any face, the yaw, its square, a small face, points that fit the
    /// template badly, a network that is not sure of the face, and a large turn by the shape. None is negative.
    struct Sigma {
        static let roll = [0.15, 0, 0.58, 0.3, 0, 20.4, 5.79]
        static let yaw = [0.7, 0, 0.72, 0.88, 0, 2.35, 3.61]
        static let pitch = [1.17, 0, 0.27, 0.79, 0.26, 20.87, 5.62]
    }
}
