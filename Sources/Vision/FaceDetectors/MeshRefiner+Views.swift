// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import FaceValues

/// The crops that tell the angles of a face that looks to a side.
///
/// What the network does not see of one side of such a face it may see of the other one in the mirror image; and how its
/// crop lies moves the points, and with them the angles, by more than people differ. So a crop that was cut by a box only
/// says where the points lie, and so does the one around them where a face looks far to a side: it is looked at again in
/// the crop around what they show, and then, in that around what this shows, in the mirror image, in a crop that is turned
/// otherwise, and in the mirror image of this. The rolls that 144 drawn people have on the way from -75 to 75 degrees and on
/// the way back differ by more than 1 degree in one of 1,700 frames; in one of 380 where the points are not settled first,
/// and in one of 50 where the first crop counts and the others are cut by it.
extension MeshRefiner {
    /// Of a face that looks further to a side than the first yaw, in degrees, the points in these crops count; from the
    /// second one on the first look does not. In between angles do not jump.
    private static let yawsOfViews = 18.0...27.0
    /// The same for a crop that is turned otherwise and its mirror image; and from the first one on points are settled.
    private static let yawsOfTurnedCrop = 35.0...42.0
    /// The side of such a crop in parts of the one that fits, and its turn in degrees where a face looks to the left.
    private static let (turnedCropScale, cropTurn) = (0.93, -6.0)
    /// How much the crop around the points of the first look counts, whose own still shows in it, beside the others.
    private static let weightOfFirstView = 0.4

    /// A crop besides the first one.
    private struct View {
        let subject: Int
        let crop: FacecapCrop
        let weight: Double

        /// The same view of the crop around the points of a look.
        func settled(around look: MeshLook) -> View? {
            MeshPose(look.points).map {
                View(subject: subject, crop: look.crop(on: $0), weight: weight)
            }
        }
    }

    /// Whether a face at this yaw looks so far to a side that its points are settled before other crops are cut.
    static func isFarToASide(_ yaw: Double) -> Bool { share(of: yawsOfTurnedCrop, at: yaw) > 0 }

    /// Whether the first crop tells the angles of a face at this yaw, alone or beside others.
    static func firstLookCounts(at yaw: Double) -> Bool { share(of: yawsOfViews, at: yaw) < 1 }

    /// Looks at faces that look to a side in other crops too.
    func lookAtViews(
        of subjects: inout [Subject], in scene: FaceMesh.Scene
    ) throws(FacecapError) {
        var first: [View] = []
        var unsettled: [View] = []
        for index in subjects.indices {
            guard let fit = subjects[index].fit,
                let view = Self.firstView(of: fit, subject: index)
            else { continue }
            if Self.isFarToASide(fit.pose.yaw) {
                unsettled.append(view)
            } else {
                first.append(view)
            }
        }
        first += try looks(at: unsettled, in: scene).compactMap { $0.settled(around: $1) }
        var others: [View] = []
        for (view, look) in try looks(at: first, in: scene) {
            guard let frontal = subjects[view.subject].look else { continue }
            subjects[view.subject].views = [
                (frontal, 1 - view.weight), (look, view.weight * Self.weightOfFirstView),
            ]
            others += Self.otherViews(around: look, after: view)
        }
        for (view, look) in try looks(at: others, in: scene) {
            subjects[view.subject].views.append((look, view.weight))
        }
    }

    /// The crops that show a face.
    private func looks(
        at views: [View], in scene: FaceMesh.Scene
    ) throws(FacecapError) -> [(View, MeshLook)] {
        zip(views, try mesh.look(at: views.map(\.crop), in: scene, threads: threads))
            .filter { $0.1.presence >= Self.leastPresence }
    }

    /// The crop around the points of the first look; `nil` of a face that looks straight ahead.
    private static func firstView(of fit: Fit, subject: Int) -> View? {
        let weight = share(of: yawsOfViews, at: fit.pose.yaw)
        guard weight > 0 else { return nil }
        return View(
            subject: subject, crop: fit.look.crop(on: fit.pose), weight: weight)
    }

    private static func otherViews(around look: MeshLook, after first: View) -> [View] {
        guard let pose = MeshPose(look.points) else { return [] }
        let crop = look.crop(on: pose)
        var turned = crop
        turned.side *= turnedCropScale
        turned.turn_degrees += pose.yaw > 0 ? cropTurn : -cropTurn
        let share = share(of: yawsOfTurnedCrop, at: pose.yaw)
        return [(crop.mirrored, 1), (turned, share), (turned.mirrored, share)]
            .filter { $0.1 > 0 }
            .map { View(subject: first.subject, crop: $0.0, weight: first.weight * $0.1) }
    }

    /// 0 up to the first yaw, 1 from the second one on.
    private static func share(of yaws: ClosedRange<Double>, at yaw: Double) -> Double {
        let (first, last) = (yaws.lowerBound, yaws.upperBound)
        return min(1, max(0, (abs(yaw) - first) / (last - first)))
    }
}
