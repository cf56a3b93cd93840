// SPDX-License-Identifier: Apache-2.0
/// What tells one drawn head from another; lengths in units of the head.
struct HeadIdentity: Sendable {
    var skin = Color(214, 168, 132)
    var hair = Color(58, 40, 30)
    var lips = Color(178, 92, 92)
    var iris = Color(100, 80, 60)
    var shirt = Color(50, 80, 120)
    /// Width of the head, and of the jaw, against the usual one.
    var width: Float = 1
    var jaw: Float = 1
    /// Half the distance of the eyes, and their height.
    var eyeX: Float = 0.31
    var eyeY: Float = 0.10
    var browY: Float = 0.33
    var browWidth: Float = 0.040
    var noseY: Float = -0.27
    var mouthY: Float = -0.58
    var hairline: Float = 0.86
    /// The depth of the face, and how far the nose, the brows, the chin and the eye sockets stand out or lie
    /// deep, against the usual.
    var depth: Float = 1
    var noseLength: Float = 1
    var browRidge: Float = 1
    var chinLength: Float = 1
    var eyeSockets: Float = 1
    /// Shares, 0...1.
    var mouthOpen: Float = 0
    var eyesClosed: Float = 0
    var beard: Float = 0
    var hasGlasses = false

    /// The eight heads there are, by identity number.
    static let all: [HeadIdentity] = [
        HeadIdentity(),
        HeadIdentity(
            skin: Color(140, 95, 70), hair: Color(18, 15, 15), lips: Color(120, 62, 70),
            iris: Color(55, 35, 25), shirt: Color(60, 140, 60), width: 0.97, jaw: 1.05,
            noseY: -0.25),
        HeadIdentity(
            skin: Color(226, 190, 165), hair: Color(190, 130, 70), lips: Color(200, 100, 110),
            iris: Color(70, 120, 150), shirt: Color(150, 60, 90), width: 0.93, jaw: 0.92,
            eyeX: 0.30, browWidth: 0.028, hairline: 0.80),
        HeadIdentity(
            skin: Color(205, 160, 120), hair: Color(24, 20, 20), lips: Color(165, 90, 95),
            iris: Color(60, 40, 30), shirt: Color(45, 40, 40), width: 1.05, jaw: 1.08, eyeX: 0.335,
            eyeY: 0.08, browY: 0.30, hasGlasses: true),
        HeadIdentity(
            skin: Color(215, 170, 140), hair: Color(120, 115, 110), lips: Color(170, 100, 100),
            iris: Color(80, 110, 120), shirt: Color(155, 150, 150), width: 1.02, hairline: 0.93,
            beard: 0.75),
        HeadIdentity(
            skin: Color(105, 70, 50), hair: Color(12, 10, 10), lips: Color(95, 48, 55),
            iris: Color(40, 25, 18), shirt: Color(200, 110, 30), width: 0.99, jaw: 0.97),
        HeadIdentity(
            skin: Color(220, 175, 150), hair: Color(140, 60, 40), lips: Color(200, 95, 105),
            iris: Color(60, 120, 90), shirt: Color(70, 120, 70), width: 0.90, jaw: 0.88,
            eyeX: 0.29, browWidth: 0.026, mouthY: -0.60, mouthOpen: 0.8),
        HeadIdentity(
            skin: Color(210, 160, 125), hair: Color(50, 35, 25), lips: Color(170, 92, 92),
            iris: Color(80, 70, 60), shirt: Color(60, 90, 160), eyesClosed: 1),
    ]
}
