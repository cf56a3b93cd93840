// SPDX-License-Identifier: Apache-2.0
/// Finds the first frame that shows what was changed in the camera, by the frames' own clock.
///
/// Two frames that begin after the change are passed by, as a sensor works that far ahead (one where the lamp shines
/// at once). Of an exposure drivers say neither when it begins to change nor when it is there: it is, once the
/// brightness has changed and then stays, or where it has not changed for eight frames, as in the dark; at the
/// latest after 30 frames or a second.
struct ChangedFrames {
    private static let longestWait: Int64 = 1_000_000_000
    private static let mostFrames = 30
    /// Frames after which a brightness that has not changed will not.
    private static let unchangedFrames = 8
    /// Differences of brightness that are seen as one, and as none.
    private static let (change, rest) = (0.008, 0.004)

    private let since: Int64
    private let passedFrames: Int
    /// The brightness before; `nil` where it is not to change.
    private let before: Double?
    private var count = 0
    private var last: Double?
    private var hasChanged = false

    /// - Parameters:
    ///   - since: when the change was made, in nanoseconds of the monotonic clock.
    ///   - brightness: how bright the last frame was before; `nil` where the change does not show in it.
    init(since: Int64, after need: CameraNeed, brightness: Double?) {
        self.since = since
        passedFrames = need == .flash ? 1 : 2
        before = need == .flash ? nil : brightness
    }

    /// Looks at the next frame: whether it shows the change.
    mutating func shows(captureNanoseconds: Int64, brightness: Double?) -> Bool {
        guard captureNanoseconds > since else { return false }
        count += 1
        defer { last = brightness ?? last }
        guard count > passedFrames else { return false }
        guard let before, let brightness, let last, count < Self.mostFrames,
            captureNanoseconds - since < Self.longestWait
        else { return true }
        if abs(brightness - before) > Self.change { hasChanged = true }
        guard hasChanged else { return count >= Self.unchangedFrames }
        return abs(brightness - last) <= Self.rest
    }
}
