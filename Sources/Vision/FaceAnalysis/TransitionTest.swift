// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

/// Tells where a scene becomes another one little by little, as in a wipe or a dissolve: each cell of a frame between
/// them is as in one of them, or between both, which is not so where the camera or what it sees moves.
struct TransitionTest {
    /// Frames that are remembered, as times may stand still.
    private static let mostFrames = 128
    /// Levels of luma by which a cell changes at least; ...
    private static let leastChange = 8
    /// ... hundredths that change less: half of a frame or more where something passes close to the camera.
    private static let unchangedPart = 30
    /// Hundredths of the change that a frame shows which are in neither scene: 13 or more where something passes that
    /// leaves less of the frame as it was.
    private static let foreignPart = 10
    /// Hundredths of the change that a frame between both shows.
    private static let mixedPart = 10...90

    private var frames: [(time: MediaTime, thumbnail: FrameThumbnail)] = []

    /// Nothing was seen before.
    mutating func forget() { frames.removeAll(keepingCapacity: true) }

    /// Takes in a frame, and forgets those of more than `duration` nanoseconds before.
    mutating func take(
        _ thumbnail: FrameThumbnail, at time: MediaTime, remembering duration: Int64
    ) {
        frames.removeAll { time.nanoseconds &- $0.time.nanoseconds > duration }
        if frames.count == Self.mostFrames { frames.removeFirst() }
        frames.append((time, thumbnail))
    }

    /// Whether the scene of a frame has become that of the last one.
    func isTransition(since time: MediaTime) -> Bool {
        guard let last = frames.last?.thumbnail,
            let start = frames.firstIndex(where: { $0.time == time })
        else { return false }
        let first = frames[start].thumbnail
        let (before, after) = (first.luma, last.luma)
        let changes = zip(before, after).map { abs(Int($0) - Int($1)) }
        let unchanged = changes.count { $0 <= Self.leastChange }
        guard 100 * unchanged <= Self.unchangedPart * changes.count else { return false }
        let change = changes.reduce(0, +)
        var isMixed = false
        for frame in frames[(start + 1)...].dropLast() {
            var (foreign, shown) = (0, 0)
            for (cell, luma) in frame.thumbnail.luma.enumerated() {
                let bounds = min(before[cell], after[cell])...max(before[cell], after[cell])
                let inside = min(max(luma, bounds.lowerBound), bounds.upperBound)
                foreign += abs(Int(luma) - Int(inside))
                shown += abs(Int(inside) - Int(before[cell]))
            }
            if 100 * foreign > Self.foreignPart * change { return false }
            isMixed = isMixed || Self.mixedPart ~= 100 * shown / change
        }
        return isMixed && FrameDifference(first, last).showsOtherScene
    }
}
