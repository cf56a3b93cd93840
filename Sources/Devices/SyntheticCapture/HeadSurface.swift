// SPDX-License-Identifier: Apache-2.0
internal import CRasterizer
import Glibc

/// The skin of a head as a surface: a lathe profile, and what stands out of it.
///
/// `azimuth` is 0 in front, positive to the right of the image, and half a turn at the back.
struct HeadSurface {
    let identity: HeadIdentity

    static let chin: Float = -1.20
    static let crown: Float = 1.25
    static let height = crown - chin

    /// The profile: height, half width, depth in front, depth behind.
    private static let profile: [(y: Float, width: Float, front: Float, back: Float)] = [
        (-1.20, 0.02, 0.30, 0.02), (-1.17, 0.16, 0.62, 0.05), (-1.10, 0.30, 0.72, 0.10),
        (-1.00, 0.41, 0.77, 0.18), (-0.85, 0.53, 0.79, 0.30), (-0.65, 0.625, 0.79, 0.45),
        (-0.40, 0.69, 0.79, 0.62), (-0.10, 0.735, 0.81, 0.80), (0.20, 0.765, 0.84, 0.92),
        (0.50, 0.765, 0.87, 0.96), (0.75, 0.71, 0.82, 0.90), (0.95, 0.60, 0.70, 0.76),
        (1.10, 0.43, 0.50, 0.55), (1.20, 0.22, 0.26, 0.28), (1.25, 0.02, 0.02, 0.02),
    ]

    /// The cross-section at a height, smoothed along the profile.
    func section(atY y: Float) -> (width: Float, front: Float, back: Float) {
        var sum: (width: Float, front: Float, back: Float) = (0, 0, 0)
        var weights: Float = 0
        for step in -8...8 {
            let offset = Float(step) * 0.0125
            let weight = Ramp.bell(offset, width: 0.037)
            let point = Self.interpolated(atY: y + offset)
            sum.width += weight * point.width
            sum.front += weight * point.front
            sum.back += weight * point.back
            weights += weight
        }
        let jaw = 1 + (identity.jaw - 1) * Ramp.smooth(-y, 0.2, 0.9)
        return (
            sum.width / weights * identity.width * jaw, sum.front / weights * identity.depth,
            sum.back / weights
        )
    }

    private static func interpolated(
        atY y: Float
    ) -> (width: Float, front: Float, back: Float) {
        var low = profile[0]
        for high in profile {
            if y < high.y {
                let t = high.y > low.y ? (y - low.y) / (high.y - low.y) : 0
                return (
                    low.width + (high.width - low.width) * t,
                    low.front + (high.front - low.front) * t, low.back + (high.back - low.back) * t
                )
            }
            low = high
        }
        return (low.width, low.front, low.back)
    }

    /// A point of the skin; `section` is ``section(atY:)`` of the same height.
    func point(
        azimuth: Float, y: Float, section: (width: Float, front: Float, back: Float)
    ) -> Vector3 {
        let (s, c) = (sin(azimuth), cos(azimuth))
        let x = section.width * Self.rounded(s)
        var z = (c > 0 ? section.front : section.back) * Self.rounded(c)
        let share = Ramp.smooth(c, 0.05, 0.45)
        if share > 0 { z += share * relief(x: x, y: y) }
        return Vector3(x: x, y: y, z: z)
    }

    /// The point of the face seen at (x, y) from straight ahead.
    func frontPoint(x: Float, y: Float) -> Vector3 {
        let section = section(atY: y)
        let share = min(abs(x) / section.width, 1)
        let azimuth = asin(pow(share, 1 / Self.roundness))
        return point(azimuth: x < 0 ? -azimuth : azimuth, y: y, section: section)
    }

    /// A little squarer than an ellipse.
    private static let roundness: Float = 0.92

    private static func rounded(_ value: Float) -> Float {
        value < 0 ? -pow(-value, roundness) : pow(value, roundness)
    }

    /// How far the skin stands out of the profile.
    private func relief(x: Float, y: Float) -> Float {
        let (eyeX, eyeY) = (identity.eyeX, identity.eyeY)
        let (noseY, mouthY) = (identity.noseY, identity.mouthY)
        // Both sides alike.
        let side = abs(x)
        var depth: Float = 0
        let (socket, brow) = (0.085 * identity.eyeSockets, 0.035 * identity.browRidge)
        depth -= socket * spot(side - eyeX, y - eyeY - 0.01, 0.13, 0.095)
        depth += 0.035 * spot(side - eyeX, y - eyeY + 0.005, 0.075, 0.05)  // eyeball
        depth += brow * spot(side - 0.33, y - identity.browY + 0.02, 0.16, 0.05)
        depth += 0.05 * spot(side - 0.42, y + 0.18, 0.15, 0.14)  // cheek bone
        depth += 0.055 * spot(side - 0.105, y - noseY + 0.045, 0.05, 0.055)  // nostril wing
        depth += identity.noseLength * nose(x: x, y: y)
        depth += 0.055 * spot(x, y - mouthY - 0.055, 0.16, 0.035)  // upper lip
        depth += 0.065 * spot(x, y - mouthY + 0.06, 0.13, 0.04)  // lower lip
        depth -= 0.03 * spot(x, y - mouthY, 0.2, 0.016)  // between the lips
        depth -= 0.03 * spot(x, y - mouthY + 0.16, 0.16, 0.05)  // below the lips
        depth += 0.06 * identity.chinLength * spot(x, y + 1.0, 0.16, 0.11)  // chin
        depth -= 0.02 * spot(x, y - mouthY - 0.15, 0.025, 0.05)  // philtrum
        return depth
    }

    /// The ridge of the nose, from the bridge out to the tip, and its sharp underside.
    private func nose(x: Float, y: Float) -> Float {
        let (top, tip) = (identity.eyeY + 0.14, identity.noseY - 0.02)
        let t = min(max((top - 0.02 - y) / (top - 0.02 - identity.noseY), 0), 1)
        let height: Float =
            if y >= top {
                0.05 * Ramp.bell(y, at: top, width: 0.05)
            } else if y > tip {
                0.05 + 0.22 * pow(t, 1.3)
            } else {
                0.27 * Ramp.bell(y, at: tip, width: 0.045)
            }
        return height * Ramp.bell(x, width: 0.055 + 0.045 * t)
    }

    private func spot(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> Float {
        let (u, v) = (x / width, y / height)
        let square = u * u + v * v
        return square < 18 ? exp(-0.5 * square) : 0
    }
}
