// SPDX-License-Identifier: Apache-2.0
/// Arithmetic on angles in degrees.
package enum Angle {
    /// The same direction in (-180, 180].
    package static func normalized(_ degrees: Double) -> Double {
        let turned = degrees.remainder(dividingBy: 360)
        return turned == -180 ? 180 : turned
    }

    /// The shortest way from `start` to `end`, in (-180, 180].
    package static func difference(from start: Double, to end: Double) -> Double {
        normalized(end - start)
    }
}
