// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Paints the front of a head, as seen from straight ahead: x over -1...1, y over -1.3...1.3.
///
/// The dark band of the eyes, the bright bridge of the nose, its dark underside and the dark line of
/// the mouth are what cascades look for; the order of the layers matters.
struct FacePainter {
    private let identity: HeadIdentity
    private let dark: Color
    private var canvas: TextureCanvas

    static let columns: ClosedRange<Float> = -1...1
    static let lines: ClosedRange<Float> = -1.3...1.3

    static func texture(of identity: HeadIdentity, seed: UInt64) -> Texture {
        var painter = FacePainter(identity)
        painter.paintSkin(seed: seed)
        for side: Float in [-1, 1] {
            painter.paintEye(side)
            painter.paintBrow(side)
        }
        painter.paintNose()
        painter.paintMouth()
        if identity.hasGlasses { painter.paintGlasses() }
        painter.paintHair(seed: seed)
        return Texture(painter.canvas)
    }

    private init(_ identity: HeadIdentity) {
        self.identity = identity
        dark = identity.skin.tinted(0.58, 0.50, 0.50)
        canvas = TextureCanvas(
            width: 256, height: 333, x: Self.columns, y: Self.lines, color: identity.skin)
    }

    private mutating func paintSkin(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        canvas.paint { _, _, pixel in
            pixel = pixel * (1 + 0.012 * Float(random.signed()))
        }
        let red = identity.skin.tinted(1.06, 0.82, 0.82)
        canvas.spots(0.42, -0.26, width: 0.16, height: 0.14, red, 0.55)
        canvas.spot(0, identity.noseY, width: 0.10, height: 0.08, red, 0.45)
        guard identity.beard > 0 else { return }
        let (identity, mouthY) = (identity, identity.mouthY)
        let beard = (identity.hair * 0.6).mixed(identity.skin, 0.4)
        canvas.paint(y: -1.3...(-0.4)) { x, y, pixel in
            let fromMouth = hypot(x / 0.2, (y - mouthY) / 0.10)
            let share = Ramp.smooth(-y, 0.42, 0.7) * Ramp.smooth(fromMouth, 0.75, 1.1)
            pixel = pixel.mixed(beard, share * identity.beard)
        }
    }

    private mutating func paintEye(_ side: Float) {
        let (centre, eyeY) = (side * identity.eyeX, identity.eyeY)
        canvas.spot(centre, eyeY + 0.045, width: 0.17, height: 0.095, dark, 0.62)
        canvas.spot(
            side * (identity.eyeX - 0.16), eyeY + 0.03, width: 0.05, height: 0.10, dark, 0.5)
        canvas.spot(centre, eyeY - 0.10, width: 0.13, height: 0.035, dark, 0.28)

        let open = 1 - identity.eyesClosed
        let (dark, iris) = (dark, identity.iris)
        canvas.paint(x: (centre - 0.16)...(centre + 0.16), y: (eyeY - 0.1)...(eyeY + 0.2)) {
            x, y, pixel in
            let u = (x - centre) / 0.135
            let arch = max(1 - u * u, 0).squareRoot()
            let upper = eyeY + 0.062 * open * arch - 0.018 * (1 - open)
            let lower = eyeY - 0.045 * arch * (open > 0.1 ? 1 : 0.5)
            if abs(u) < 1 {
                var eye = Color(218, 212, 205) * (1 - 0.35 * Ramp.smooth(y - eyeY, -0.01, 0.06))
                let fromIris = hypot(x - centre, y - eyeY - 0.004)
                eye = eye.mixed(iris, Ramp.smooth(0.060 - fromIris, -0.006, 0.006))
                eye = eye.mixed(Color(18, 18, 18), Ramp.smooth(0.027 - fromIris, -0.005, 0.005))
                let fromGlint = hypot(x - centre + 0.018, y - eyeY - 0.024)
                eye = eye.mixed(Color(250, 250, 250), Ramp.smooth(0.011 - fromGlint, -0.004, 0.004))
                let inside =
                    Ramp.smooth(upper - y, -0.008, 0.008) * Ramp.smooth(y - lower, -0.008, 0.008)
                pixel = pixel.mixed(eye, inside)
            }
            if abs(u) < 1.08 {
                let lash = Ramp.bell(y, at: upper, width: 0.014)
                pixel = pixel.mixed(Color(34, 26, 28), 0.95 * lash)
            }
            if abs(u) < 1 {
                let lid = Ramp.bell(y, at: lower, width: 0.008)
                pixel = pixel.mixed(Color(80, 60, 60), 0.55 * lid)
            }
            let crease = Ramp.bell(y, at: eyeY + 0.105 - 0.03 * u * u, width: 0.010)
            pixel = pixel.mixed(dark, 0.6 * crease * Ramp.smooth(1.15 - abs(u), 0, 0.15))
        }
    }

    private mutating func paintBrow(_ side: Float) {
        let identity = identity
        let centre = side * (identity.eyeX + 0.015)
        let line = (identity.browY - 0.25)...(identity.browY + 0.2)
        canvas.paint(x: (centre - 0.2)...(centre + 0.2), y: line) { x, y, pixel in
            let u = (x - centre) / 0.19 * side
            let middle = identity.browY - 0.02 - 0.035 * u * u + 0.018 * u
            let width = identity.browWidth * (1 - 0.45 * Ramp.smooth(u, 0.1, 1))
            let share = Ramp.bell(y, at: middle, width: width)
            pixel = pixel.mixed(identity.hair, 0.93 * share * Ramp.smooth(1 - abs(u), 0, 0.15))
        }
    }

    private mutating func paintNose() {
        let noseY = identity.noseY
        let nostril = Color(52, 34, 30)
        canvas.spots(0.058, noseY - 0.075, width: 0.030, height: 0.018, nostril, 0.9)
        canvas.spots(0.125, noseY - 0.04, width: 0.022, height: 0.06, dark, 0.5)
        canvas.spots(0.085, noseY + 0.18, width: 0.03, height: 0.15, dark, 0.26)
        canvas.spot(0, noseY - 0.10, width: 0.12, height: 0.025, dark, 0.55)
        canvas.spot(0, noseY + 0.17, width: 0.028, height: 0.16, identity.skin * 1.12, 0.65)
        canvas.spot(0, noseY + 0.01, width: 0.04, height: 0.035, identity.skin * 1.18, 0.6)
    }

    private mutating func paintMouth() {
        let (mouthY, open, lips) = (identity.mouthY, identity.mouthOpen, identity.lips)
        canvas.paint(x: -0.27...0.27, y: (mouthY - 0.4)...(mouthY + 0.2)) { x, y, pixel in
            let u = x / 0.235
            let arch = max(1 - u * u, 0)
            let bow = 1 - 0.28 * Ramp.bell(u, width: 0.12)
            let upper = mouthY + 0.062 * arch * bow + 0.01 * open
            let lower = mouthY - (0.085 + 0.11 * open) * pow(arch, 0.75)
            if abs(u) < 1 {
                let share =
                    Ramp.smooth(upper - y, -0.01, 0.012) * Ramp.smooth(y - lower, -0.01, 0.014)
                pixel = pixel.mixed(lips, 0.92 * share)
            }
            // The gap narrows to the corners.
            let width = 0.012 + 0.055 * open * arch
            let middle = mouthY - 0.05 * open * arch + 0.012 * u * u
            let gap = Ramp.bell(y, at: middle, width: width) * Ramp.smooth(1.06 - abs(u), 0, 0.1)
            pixel = pixel.mixed(Color(48, 24, 28), 0.92 * gap)
        }
        canvas.spot(0, mouthY - 0.155 - 0.10 * open, width: 0.14, height: 0.028, dark, 0.5)
        canvas.spot(0, mouthY + 0.13, width: 0.02, height: 0.05, dark, 0.25)
        canvas.spots(0.25, mouthY, width: 0.02, height: 0.02, dark, 0.7)
        let dark = dark
        for side: Float in [-1, 1] {
            // The fold from the nose to the corner of the mouth.
            let (s, c) = (sin(-side * 0.45), cos(-side * 0.45))
            let centre = side * 0.24
            canvas.paint(x: (centre - 0.2)...(centre + 0.2), y: (mouthY - 0.2)...(mouthY + 0.5)) {
                x, y, pixel in
                let (dx, dy) = (x - centre, y - mouthY - 0.17)
                let share =
                    Ramp.bell(c * dx + s * dy, width: 0.022)
                    * Ramp.bell(c * dy - s * dx, width: 0.12)
                pixel = pixel.mixed(dark, 0.26 * share)
            }
        }
    }

    private mutating func paintGlasses() {
        let (eyeX, eyeY) = (identity.eyeX, identity.eyeY)
        let frame = Color(25, 25, 25)
        canvas.paint(y: (eyeY - 0.25)...(eyeY + 0.25)) { x, y, pixel in
            let rim = hypot((abs(x) - eyeX) / 0.215, (y - eyeY) / 0.16)
            pixel = pixel.mixed(frame, 0.95 * Ramp.bell(rim, at: 1, width: 0.07))
            if abs(x) < 0.10 || abs(x) > 0.52 {
                pixel = pixel.mixed(frame, 0.95 * Ramp.bell(y, at: eyeY + 0.03, width: 0.02))
            }
        }
    }

    private mutating func paintHair(seed: UInt64) {
        let identity = identity
        let streaks = HairStreaks(seed: seed)
        canvas.paint(y: 0.2...1.3) { x, y, pixel in
            let temple = min(max((abs(x) - 0.40) / 0.35, 0), 1)
            let line = identity.hairline - 0.55 * temple * temple
            let hair = streaks.shade(identity.hair, at: asin(min(abs(x), 1)) / .pi)
            pixel = pixel.mixed(hair, Ramp.smooth(y - line, -0.03, 0.05))
        }
    }
}
