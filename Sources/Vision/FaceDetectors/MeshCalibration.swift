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
        (0, 0, -8.897, -1.573), (0, 1, -6.675, -0.832), (0, 2, 6.33, 0.097),
        (0, 3, 6.733, 0.702), (0, 4, -1.878, 0.977), (2, 0, 3.32, 1.518),
        (2, 1, 0.793, -0.49), (2, 2, 3.119, -0.376), (4, 0, -0.955, -0.514),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector($0.2, 0, 0),
            degreesOfShape: Vector($0.3, 0, 0))
    }

    /// Products whose sign a mirror changes, as it does that of turns about y and z: yaw, pitch, degrees about each,
    /// and those of the shape.
    private static let odd: [Term] = [
        (1, 0, (4.75, -3.498), (-3.603, -0.43)), (1, 1, (4.611, -2.133), (1.315, 0.802)),
        (1, 2, (0.284, 1.906), (0.391, -0.286)), (1, 3, (-0.679, 2.548), (-1.53, 0.014)),
        (3, 0, (-5.128, 0.071), (1.052, -0.007)), (3, 1, (-3.445, 0.351), (-0.676, 0.248)),
    ].map {
        Term(
            yaw: $0.0, pitch: $0.1, degrees: Vector(0, $0.2.0, $0.2.1),
            degreesOfShape: Vector(0, $0.3.0, $0.3.1))
    }

    /// What makes an angle uncertain.
    struct Sigma {
        /// Factors of what makes it so in any image: any face, the yaw, its fourth power, a small face, points that fit
        /// the template badly, a network that is not sure of the face, and the square of the turn by the shape. None is
        /// negative.
        let factors: [Double]
        /// Degrees where all of the face lies outside the image, and where the forehead does: what the network lays there
        /// it guesses. By 1,240 looks at faces of photographs, videos and drawings through images that cut a tenth to a half
        /// of them off.
        let ofHiddenFace: Double
        let ofHiddenForehead: Double
        /// Degrees where the network is less sure of a face than of most, and what the asymmetry of a face may be before it
        /// makes its angles uncertain. By 345 looks at faces of photographs, videos and drawings before which hands, bars and
        /// parts of other images were drawn.
        let ofDoubt: Double
        let usualAsymmetry: Double

        static let roll = Sigma(
            factors: [0.2, 0.07, 0.64, 1.44, 0.22, 21.15, 5.95], ofHiddenFace: 15,
            ofHiddenForehead: 4, ofDoubt: 2, usualAsymmetry: 0.6)
        static let yaw = Sigma(
            factors: [0.54, 0.17, 0, 2.69, 0.6, 4.3, 2.63], ofHiddenFace: 25, ofHiddenForehead: 8,
            ofDoubt: 2.3, usualAsymmetry: 1)
        static let pitch = Sigma(
            factors: [1.23, 0, 0.43, 3.27, 0, 20.35, 5.39], ofHiddenFace: 25, ofHiddenForehead: 12,
            ofDoubt: 4, usualAsymmetry: 1.5)
    }
}
