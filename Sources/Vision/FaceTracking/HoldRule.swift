// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Which faces that are not seen are reported all the same: what was seen longer than it has been missing, where
/// nothing speaks against it.
struct HoldRule {
    /// A face with so much of it outside of the frame is at its edge, where it is held only while it leaves, ...
    private static let edgeShare = 0.97
    /// ... and only while so much of it is in the frame.
    private static let leavingShare = 0.4
    /// A face is not held behind an observed one that covers more of it.
    private static let coveredShare = 0.3
    /// A face that is thought to have left the place where it was seen is not held there.
    private static let heldOverlap = 0.4

    let image: Rect
    let camera: Point
    let predictionNanoseconds: Int64
    /// The boxes of the faces that the last look showed.
    let observed: [Rect]

    /// Whether the face is reported.
    func shows(_ track: FaceTrack) -> Bool {
        // Nobody has failed to see it yet.
        guard !track.wasJustSeen else { return true }
        // What only a part was seen of has gone behind something.
        guard track.ageNanoseconds <= track.seenNanoseconds, !track.wasCovered else { return false }
        let state = track.state(predictionNanoseconds: predictionNanoseconds)
        let bounds = track.reportedBounds(state, camera: camera)
        if observed.contains(where: { $0.covers(Self.coveredShare, of: bounds) }) { return false }
        let ahead = track.placeAhead.moved(x: camera.x, y: camera.y)
        if share(of: ahead) < Self.edgeShare {
            return state == .predicted && share(of: bounds) >= Self.leavingShare
                && share(of: bounds) < share(of: track.seen.bounds)
        }
        return state == .predicted || bounds.intersectionOverUnion(ahead) >= Self.heldOverlap
    }

    /// How much of a box is in the frame.
    private func share(of bounds: Rect) -> Double {
        bounds.intersection(image).area / bounds.area
    }
}
