// SPDX-License-Identifier: Apache-2.0
/// The points of the face mesh that hardly move when a face does, on a face that looks straight ahead.
///
/// Source: the canonical face model and the weights of its geometry pipeline, MediaPipe (Apache-2.0).
enum MeshTemplate {
    /// A point of the mesh, its place with x to the right of the image, y up and z to the camera, in
    /// centimeters of that face, and how much it counts.
    struct Anchor {
        let index: Int
        let place: Vector
        let weight: Double
    }

    /// Those in the middle of the face, then pairs, the one on the left of the image first.
    static let anchors: [Anchor] =
        middle.map { Anchor(index: $0.0, place: Vector(0, $0.1, $0.2), weight: $0.3) }
        + pairs.flatMap { pair in
            [
                Anchor(
                    index: pair.0, place: Vector(-pair.2, pair.3, pair.4), weight: pair.5),
                Anchor(index: pair.1, place: Vector(pair.2, pair.3, pair.4), weight: pair.5),
            ]
        }

    private static let middle: [(Int, Double, Double, Double)] = [
        (4, -0.46317, 7.58658, 0.07091), (6, 2.47326, 5.78863, 0.0321),
        (10, 8.26178, 4.48154, 0.00845),
    ]

    private static let pairs: [(Int, Int, Double, Double, Double, Double)] = [
        (33, 263, 4.44586, 2.66399, 3.17342, 0.05872),
        (54, 284, 6.27933, 6.61543, 1.42585, 0.00767),
        (67, 297, 3.52396, 8.00598, 3.72916, 0.00908),
        (117, 346, 5.25866, 0.94581, 2.97431, 0.00979),
        (119, 348, 3.30068, 0.86164, 3.87278, 0.01457),
        (121, 350, 1.82073, 1.46795, 4.22412, 0.01859),
        (127, 356, 7.7431, 2.365, -2.00517, 0.0052),
        (129, 358, 1.78579, -0.97828, 4.85047, 0.12063),
        (132, 361, 7.2709, -2.89092, -2.25246, 0.00556),
        (133, 362, 1.85643, 2.58525, 3.7579, 0.05329),
        (136, 365, 5.08528, -7.17859, 0.71471, 0.06689),
        (143, 372, 6.40757, 2.23602, 1.56084, 0.01482),
        (147, 376, 6.23488, -1.94443, 1.66354, 0.01426),
        (198, 420, 1.24682, 0.2303, 5.68104, 0.02546),
        (205, 425, 3.83293, -1.53733, 4.13774, 0.04725),
    ]
}
