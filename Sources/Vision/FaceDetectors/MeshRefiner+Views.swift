// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues

/// The other crops that a face is looked at in which looks to a side.
///
/// What the network does not see of one side of a face it may see of the other one in the mirror image. Where a face looks
/// further to a side, a crop that is turned otherwise moves its points, and with them the angles, by more than people
/// differ: the mean of two crops and their mirror images depends less on how they lie.
extension MeshRefiner {
    /// Of a face that looks further to a side, in degrees, the mirror image is looked at too.
    private static let largestFrontalYaw = 25.0
    /// From the first yaw on faces are looked at in a turned crop and its mirror image as well; from the second one on
    /// these count as much as the others. In between angles do not jump.
    private static let yawsOfTurnedCrop = 35.0...42.0
    /// The side of such a crop in parts of the one that fits, and its turn in degrees where a face looks to the left.
    private static let (turnedCropScale, cropTurn) = (0.93, -6.0)

    /// A crop besides the one that fits.
    private struct View {
        let subject: Int
        let crop: FacecapCrop
        let weight: Double
    }

    /// Looks at faces that look to a side in other crops too.
    func lookAtOtherViews(
        of subjects: inout [Subject], in image: PixelBuffer
    ) throws(FacecapError) {
        let views = subjects.indices.flatMap { Self.views(of: subjects[$0], index: $0) }
        guard !views.isEmpty else { return }
        let looks = try mesh.look(at: views.map(\.crop), of: image, threads: threads)
        for (view, look) in zip(views, looks) where look.presence >= Self.leastPresence {
            subjects[view.subject].otherLooks.append((look, view.weight))
        }
    }

    private static func views(of subject: Subject, index: Int) -> [View] {
        guard let yaw = subject.fit?.pose.yaw, abs(yaw) > largestFrontalYaw else { return [] }
        var turned = subject.crop
        turned.side *= turnedCropScale
        turned.turn_degrees += yaw > 0 ? cropTurn : -cropTurn
        let (first, last) = (yawsOfTurnedCrop.lowerBound, yawsOfTurnedCrop.upperBound)
        let weight = min(1, (abs(yaw) - first) / (last - first))
        return [
            (subject.crop.mirrored, 1), (turned, weight), (turned.mirrored, weight),
        ].filter { $0.1 > 0 }.map { View(subject: index, crop: $0.0, weight: $0.1) }
    }
}
