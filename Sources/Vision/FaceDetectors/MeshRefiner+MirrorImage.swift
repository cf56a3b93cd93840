// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import FaceValues

/// What the mirror image of a face shows.
///
/// The network does not see the two sides of a face alike: of people who face the camera the roll and that of their mirror
/// image differ by up to 4 degrees. The mean of both is nearer to the truth, but the difference changes slowly, so that
/// not each look needs a second one.
extension MeshRefiner {
    /// In degrees of yaw: further to a side, other crops show the mirror image as well; see ``lookAtViews(of:in:)``.
    private static let largestYaw = 27.0
    /// After so many looks, or where the head is turned by more degrees, it is measured again.
    private static let (mostLooks, largestTurn) = (15, 6.0)
    /// How much a measurement counts beside those before it, while the head is turned as it was.
    private static let shareOfMeasurement = 0.75

    /// Measures the asymmetry of faces of which it is not known.
    func lookAtMirrorImages(
        of subjects: inout [Subject], in scene: FaceMesh.Scene
    ) throws(FacecapError) {
        let due = subjects.indices.filter { index in
            subjects[index].fit.map { Self.isDue(subjects[index].asymmetry, at: $0.pose) } ?? false
        }
        let looks = try mesh.look(
            at: due.map { subjects[$0].crop.mirrored }, in: scene, threads: threads)
        for (index, mirrorImage) in zip(due, looks) where mirrorImage.presence >= Self.leastPresence
        {
            guard let fit = subjects[index].fit,
                let measured = Self.asymmetry(of: fit, and: mirrorImage)
            else { continue }
            let before = subjects[index].asymmetry
            subjects[index].asymmetry =
                before.map {
                    Self.isTurned($0, fit.pose)
                        ? measured : measured.mixed(Self.shareOfMeasurement, with: $0)
                } ?? measured
        }
    }

    private static func isDue(_ asymmetry: MeshAsymmetry?, at pose: MeshPose) -> Bool {
        guard abs(pose.yaw) < largestYaw else { return false }
        return asymmetry.map { $0.looks >= mostLooks || isTurned($0, pose) } ?? true
    }

    private static func isTurned(_ asymmetry: MeshAsymmetry, _ pose: MeshPose) -> Bool {
        max(abs(asymmetry.seenYaw - pose.yaw), abs(asymmetry.seenPitch - pose.pitch)) > largestTurn
    }

    /// What the mean of both looks tells more than the first.
    private static func asymmetry(of fit: Fit, and mirrorImage: MeshLook) -> MeshAsymmetry? {
        let mean = MeshLook.meanPoints(of: [(fit.look, 1), (mirrorImage, 1)])
        guard let pose = MeshPose(mean) else { return nil }
        let (one, both) = (MeshAngles.angles(fit.points, fit.pose), MeshAngles.angles(mean, pose))
        return MeshAsymmetry(
            roll: both.roll - one.roll, yaw: both.yaw - one.yaw, pitch: both.pitch - one.pitch,
            seenYaw: fit.pose.yaw, seenPitch: fit.pose.pitch)
    }
}
