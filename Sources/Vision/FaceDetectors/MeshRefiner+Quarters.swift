// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import FaceValues
import Glibc

/// In which quarter turn a face stands.
extension MeshRefiner {
    /// The square around the points of a mesh as it lies about YuNet's boxes, in longest sides of the box: its
    /// side, and how far its middle is below theirs. Medians of 5,000 looks at videos, photographs and drawings,
    /// 1.36...1.40 and .04...0.08 by source.
    private static let (cropScale, cropDrop) = (1.385, 0.057)
    /// Where the network is so sure a face stands upright in its crop: on photographs it was above 19 then, and
    /// below 8 in all other quarter turns.
    private static let sureLogit = 12.0
    /// Where the network is less sure: by how much its logit in the quarter turn in which the detector sees the face has to
    /// exceed those in all others.
    private static let sureLead = 4.0
    /// Where the network is less sure than the first value of a face that looks less far to a side than the last one, in
    /// degrees, and by more than the second one less than it was before, the face stands in another quarter turn: so it was
    /// at all four such looks of 1,200 at faces of videos, photographs and drawings.
    private static let (unsureLogit, largestLoss, yawOfProfile) = (8.0, 5.0, 50.0)

    /// Whether the first look may have been in the wrong quarter turn. Where nothing else was expected a face without a
    /// mesh is seen from the side.
    func isQuarterUncertain(_ subject: Subject) -> Bool {
        guard let look = subject.look, !subject.isQuarterKnown, look.logit < Self.sureLogit else {
            return false
        }
        return subject.isNew || subject.quarters != 0 || look.presence >= Self.leastPresence
    }

    /// Whether points were laid on a face that stands in another quarter turn: they fit worse and worse.
    func isAskew(_ subject: Subject, _ fit: Fit) -> Bool {
        !subject.isQuarterKnown && fit.look.logit < Self.unsureLogit
            && subject.largestLogit - fit.look.logit > Self.largestLoss
            && abs(fit.pose.yaw) < Self.yawOfProfile
    }

    /// A face stands in another quarter turn than the detector sees it only where the network is sure of that: one that
    /// wears a mask may look more like a face upside down.
    func lookAtOtherQuarters(
        of subject: inout Subject, in scene: FaceMesh.Scene
    ) throws(FacecapError) {
        let crops = (1...3).map {
            Self.crop(of: subject.box, turn: subject.turn, quarters: subject.quarters + $0)
        }
        let looks = try mesh.look(at: crops, in: scene, threads: threads)
        let logits = [subject.look?.logit ?? 0] + looks.map(\.logit)
        let ranked = logits.indices.sorted { logits[$0] > logits[$1] }
        let (best, second) = (ranked[0], ranked[1])
        let lead = logits[best] - max(0, logits[second])
        let isDetectors = (subject.quarters + best) & 3 == 0
        subject.isQuarterUnsure =
            logits[best] < Self.sureLogit && !(isDetectors && lead >= Self.sureLead)
        guard !subject.isQuarterUnsure, best > 0 else { return }
        subject.see(looks[best - 1], in: crops[best - 1])
    }

    /// Where the mesh of a face is expected that is turned by `turn` degrees and some quarter turns, to the last
    /// bit the same for 0, 4 and 8 of them.
    static func crop(of box: Rect, turn: Double, quarters: Int) -> FacecapCrop {
        let turn = Angle.normalized(turn + 90 * Double(quarters & 3))
        let longestSide = box.longerSide
        let drop = cropDrop * longestSide
        return FacecapCrop(
            center_x: box.center.x - drop * sin(turn * .pi / 180),
            center_y: box.center.y + drop * cos(turn * .pi / 180),
            side: cropScale * longestSide, turn_degrees: turn, is_mirrored: 0)
    }
}
