// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Glibc

/// How unsure an angle becomes while its face is not seen: heads go on turning as they did, or begin to.
///
/// Of faces of five videos and of drawn people who move and turn at once, looked at in every 5th to 15th frame,
/// 95 to 100 of 100 angles lay within 1.96 standard errors in between; of yaw while it turns by 75 degrees within
/// two seconds, 94 at every 10th frame and 79 at every 15th. The constants were chosen on these.
struct AngleDrift {
    /// What a head that rests may begin to do, in degrees a second.
    private static let restSpeed = 10.0
    /// Hertz passed of the speed.
    private static let cutoff = 2.0
    /// After so long, seconds, the angle before says nothing of the speed.
    private static let memorySeconds = 0.6
    /// An angle with a larger standard error is not told, in degrees.
    static let largestSigma = 12.0

    private var last: Double?
    /// Degrees a second.
    private var speed = 0.0

    /// Takes an angle in degrees, `seconds` after the one before; `nil` where it was not told.
    mutating func observe(_ angle: Double?, seconds: Double) {
        defer { last = angle }
        guard let last, let angle, seconds > 0, seconds < Self.memorySeconds else {
            speed = 0
            return
        }
        let part = 1 - exp(-2 * .pi * Self.cutoff * seconds)
        speed += part * (Angle.difference(from: last, to: angle) / seconds - speed)
    }

    /// An angle and its standard error, which was `sigma` when the face was seen `seconds` ago; both `nil` where the
    /// angle is not known any more.
    func told(
        _ angle: Double?, sigma: Double?, after seconds: Double
    ) -> (angle: Double?, sigma: Double?) {
        guard let sigma, seconds > 0 else { return (angle, sigma) }
        let drift = (Self.restSpeed * Self.restSpeed + speed * speed).squareRoot() * seconds
        let grown = (sigma * sigma + drift * drift).squareRoot()
        return grown <= Self.largestSigma ? (angle, grown) : (nil, nil)
    }
}
