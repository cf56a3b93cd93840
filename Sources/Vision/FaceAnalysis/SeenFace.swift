// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// What a look at an image showed of one face, to be compared with what others show.
struct SeenFace {
    /// A less sure face may be a hand, which is soon another shape.
    private static let leastConfidence = 0.8
    /// A smaller face, in stored pixels, has no shapes to compare.
    private static let leastSize = 24.0
    /// How far the middle of a face has moved at most, in its sizes; ...
    private static let largestShift = 1.0
    /// ... and how much larger or smaller it is.
    private static let largestGrowth = 1.3
    /// Who hides a face, or is mixed with it, cannot be told where another one is nearer, in its sizes.
    private static let neighborhood = 1.5

    let bounds: Rect
    let patch: FacePatch
    let time: MediaTime
    /// Whether it is a face for sure, with shapes of its own: such a one may be taken for another one.
    let isSure: Bool
    /// Whether it has the shapes of a face that was in its place before.
    var isKnown = false

    /// What is in the place of a face, wherever that is now.
    init(of bounds: Rect, patch: FacePatch, at time: MediaTime) {
        (self.bounds, self.patch, self.time, isSure) = (bounds, patch, time, false)
    }

    /// A face that was found; `nil` where it cannot be compared.
    init?(_ face: DetectedFace, in image: PixelBuffer, at time: MediaTime) {
        guard face.bounds.longerSide >= Self.leastSize,
            let patch = FacePatch(of: face.bounds, in: image)
        else { return nil }
        (bounds, self.patch, self.time) = (face.bounds, patch, time)
        isSure = face.confidence >= Self.leastConfidence && patch.hasShapes
    }

    /// Which cells of the face are in their places in an image.
    func sharedCells(in image: PixelBuffer) -> [Bool] {
        FacePatch(of: bounds, in: image)?.sharedCells(with: patch) ?? []
    }

    /// Whether a face at another look is in the same place.
    func isInPlace(of other: SeenFace) -> Bool { Self.isSamePlace(other.bounds, bounds) }

    /// Whether a face may have moved from one box to another one.
    static func isSamePlace(_ old: Rect, _ new: Rect) -> Bool {
        let size = old.area.squareRoot()
        let growth = (new.area / old.area).squareRoot()
        return old.center.distance(to: new.center) < largestShift * size
            && (1 / largestGrowth...largestGrowth).contains(growth)
    }

    /// Whether another face than one in a place is near it, of all at one look.
    static func isNearAnother(_ bounds: Rect, of all: [Rect]) -> Bool {
        let reach = neighborhood * bounds.area.squareRoot()
        return all.count { $0.center.distance(to: bounds.center) < reach } > 1
    }
}
