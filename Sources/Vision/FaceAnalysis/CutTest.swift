// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples

/// Tells where a video goes on with another scene, from one reduced frame to the next, in integers.
///
/// A cut changes luma by much, and by far more than the frames before it did. So do a flash, a light that is
/// switched on and a quick camera; but they leave the shapes as they were, be it elsewhere.
struct CutTest {
    /// The least mean change of luma at a cut, of 255.
    private static let leastChange = 15
    /// How many times the median of the changes before it is.
    private static let leastRatio = 3
    /// Changes that the median is of.
    private static let memory = 15

    /// The frame looked at last, reduced, and the last one of before with shapes in it.
    private(set) var thumbnail = FrameThumbnail()
    private var before = FrameThumbnail()
    private var (hasThumbnail, hasBefore) = (false, false)
    private(set) var changes: [Int] = []
    /// Whether the last frame changed as much as at a cut, and shows the same scene: in another light, or elsewhere.
    private(set) var isInOtherLight = false
    /// First frames since there were shapes.
    private var firstFrameCount = 0

    /// Whether there is anything that a frame could be compared with.
    var hasShapes: Bool { hasThumbnail || hasBefore }

    /// Whether two frames can be compared of which the other one is magnified so much more: shapes that are elsewhere
    /// are no other scene.
    static func canCompare(_ growth: Double) -> Bool { 0.9...1.1 ~= growth }

    /// The next frame is compared with none.
    mutating func forget() { (hasThumbnail, hasBefore) = (false, false) }

    /// Whether a frame shows another scene than the one before it; black ones between them are passed over.
    ///
    /// - Parameter isFresh: whether it is judged, as the first frame of a group, without how much others changed; only
    ///   what the group before it showed is known then.
    mutating func isCut(at image: PixelBuffer, isFresh: Bool) -> Bool {
        if isFresh {
            changes.removeAll(keepingCapacity: true)
            firstFrameCount += 1
            if firstFrameCount > 1 { forget() }
        }
        if hasThumbnail {
            swap(&thumbnail, &before)
            hasBefore = true
        }
        hasThumbnail = thumbnail.take(image) && !thumbnail.isFlat
        if hasThumbnail { firstFrameCount = 0 }
        isInOtherLight = false
        guard hasThumbnail, hasBefore else { return false }
        let difference = FrameDifference(before, thumbnail)
        let isSudden = isSudden(difference)
        let isCut = isSudden && difference.showsOtherScene
        isInOtherLight = isSudden && !isCut
        if isCut {
            changes.removeAll(keepingCapacity: true)
        } else if !isFresh {
            if changes.count == Self.memory { changes.removeFirst() }
            changes.append(difference.lumaChange)
        }
        return isCut
    }

    /// Whether luma changed by much, and by far more than before.
    private func isSudden(_ difference: FrameDifference) -> Bool {
        guard difference.lumaChange > Self.leastChange * FrameThumbnail.cellCount else {
            return false
        }
        let median = changes.isEmpty ? 0 : changes.sorted()[changes.count / 2]
        return difference.lumaChange > Self.leastRatio * median
    }
}
