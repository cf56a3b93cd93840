// SPDX-License-Identifier: Apache-2.0
/// What ``MeshAngles`` makes of an angle's terms: what is added to it, and its standard error.
struct MeshCalibration {
    /// Factors of the terms of the angle, see ``MeshAngles``.
    let correction: [Double]
    /// Factors of what makes an angle unsure: anything, the yaw, its square, a small face, points that fit the
    /// template badly, and a network that is not sure of the face. None is negative.
    let sigma: [Double]

    static let roll = MeshCalibration(
        correction: [-2.076, -0.411, 0.099, -0.516, -2.757, -2.487, -0.8, -4.364, -0.186],
        sigma: [0.3, 0, 6.2, 1.71, 0, 15.3])
    static let yaw = MeshCalibration(
        correction: [-5.972, 0.091, 5.193, -3.743, 2.164, 1.418, 0.112, 1.328, -0.856],
        sigma: [0, 2.56, 1.75, 2.35, 5.13, 18.3])
    static let pitch = MeshCalibration(
        correction: [
            6.663, 0.638, -0.872, 0.16, 0.905, -1.448, 1.331, 2.094, 3.394, 4.572,
        ],
        sigma: [0.5, 0, 3.8, 4.48, 6.16, 8.4])
}
