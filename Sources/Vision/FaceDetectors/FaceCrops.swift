// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import FaceValues
import Glibc

/// Two looks at one face, turned upright: one turned a little too far one way, the other mirrored and
/// turned a little too far the other way.
struct FaceCrops {
    /// How far the crops are turned to either side, in degrees.
    private static let spread = 12.0

    /// The crops, for the shim.
    let crops: [FacecapCrop]

    /// Looks at a box of the stored image as if it were turned clockwise by `turn` degrees; `scale`
    /// is the side of a crop in longest sides of the box.
    init(box: Rect, turn: Double, scale: Double) {
        let side = scale * box.longerSide
        crops = [(-Self.spread, Int32(0)), (Self.spread, 1)].map { offset, isMirrored in
            FacecapCrop(
                center_x: box.center.x, center_y: box.center.y, side: side,
                turn_degrees: turn + offset, is_mirrored: isMirrored)
        }
    }

    /// The points in the stored image that both looks agree on.
    func storedPoints(_ first: FaceLandmarks, _ second: FaceLandmarks) -> FaceLandmarks {
        let a = first.map { Self.stored($0, crops[0]) }
        let b = second.map { Self.stored($0, crops[1]) }
        return FaceLandmarks(
            leftEye: .middle(a.leftEye, b.leftEye),
            rightEye: .middle(a.rightEye, b.rightEye),
            nose: .middle(a.nose, b.nose),
            leftMouth: .middle(a.leftMouth, b.leftMouth),
            rightMouth: .middle(a.rightMouth, b.rightMouth))
    }

    /// A point of a crop in the stored image.
    static func stored(_ point: Point, _ crop: FacecapCrop) -> Point {
        let scale = crop.side / Double(FACECAP_CROP_SIDE)
        let x = (point.x - Double(FACECAP_CROP_SIDE) / 2) * scale
        let y = (point.y - Double(FACECAP_CROP_SIDE) / 2) * scale
        let turn = crop.turn_degrees * .pi / 180
        return Point(
            x: crop.center_x + x * cos(turn) - y * sin(turn),
            y: crop.center_y + x * sin(turn) + y * cos(turn))
    }
}
