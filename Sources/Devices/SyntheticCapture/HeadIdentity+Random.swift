// SPDX-License-Identifier: Apache-2.0
extension HeadIdentity {
    /// A head that nobody chose: shape, skin, hair, glasses, beard, eyes and mouth drawn at random; the same
    /// seed and number always give the same one.
    static func random(seed: UInt64, number: Int) -> HeadIdentity {
        var random = SplitMix64(
            seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03 &+ 1)
        _ = random.next()
        func around(_ middle: Double, _ spread: Double) -> Float {
            Float(middle + spread * random.signed())
        }
        var head = HeadIdentity()
        head.chooseColors(&random)
        head.width = around(0.98, 0.09)
        head.jaw = around(0.98, 0.12)
        head.eyeX = around(0.31, 0.025)
        head.eyeY = around(0.10, 0.03)
        head.browY = head.eyeY + around(0.225, 0.03)
        head.browWidth = around(0.034, 0.01)
        head.noseY = around(-0.265, 0.04)
        head.mouthY = around(-0.585, 0.035)
        head.hairline = around(0.86, 0.08)
        head.depth = around(1, 0.08)
        head.noseLength = around(1, 0.25)
        head.browRidge = around(1, 0.7)
        head.chinLength = around(1, 0.6)
        head.eyeSockets = around(1, 0.35)
        head.mouthOpen = random.unit() < 0.25 ? Float(random.unit()) : 0
        head.beard = random.unit() < 0.25 ? Float(0.3 + 0.6 * random.unit()) : 0
        head.hasGlasses = random.unit() < 0.25
        return head
    }

    private mutating func chooseColors(_ random: inout SplitMix64) {
        // From the lightest to the darkest skin, a little redder or yellower.
        let tone = Float(random.unit())
        let shift = Float(random.signed()) * 0.04
        func mixed(_ light: Float, _ dark: Float) -> Float { light + (dark - light) * tone }
        skin = Color(
            mixed(230, 98) * (1 + shift), mixed(195, 64), mixed(172, 46) * (1 - shift))
        lips = skin.tinted(0.88, 0.58, 0.66)
        let hairs = [
            Color(24, 20, 20), Color(58, 40, 30), Color(110, 75, 50), Color(190, 140, 80),
            Color(140, 60, 40), Color(150, 145, 140),
        ]
        let count = tone > 0.5 ? 2 : hairs.count
        hair = hairs[Int(random.unit() * Double(count))]
        let irises = [
            Color(55, 35, 25), Color(100, 80, 60), Color(70, 120, 150), Color(60, 120, 90),
        ]
        iris = irises[Int(random.unit() * Double(tone > 0.5 ? 2 : irises.count))]
        shirt = Color(
            Float(40 + 170 * random.unit()), Float(40 + 170 * random.unit()),
            Float(40 + 170 * random.unit()))
    }
}
