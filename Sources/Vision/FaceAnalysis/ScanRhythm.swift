// SPDX-License-Identifier: Apache-2.0
/// When all of a frame is looked at, by the numbers of frames alone.
package struct ScanRhythm {
    /// Frames that depend on each other: at the first one of every group everything begins again.
    package static let groupLength = 300
    /// Of so many scans one is thorough, ...
    private static let scansForThoroughOne = 4
    /// ... of so many frames at least.
    private static let framesForThoroughOne = 16

    /// The number of frames from one scan to the next that is nearest to `frames`.
    package static func interval(_ frames: Int) -> Int { min(max(1, frames), groupLength) }

    /// What is done of a frame.
    enum Look: Sendable, Hashable {
        /// Everything is looked at, at every scale.
        case thorough
        /// Everything is looked at.
        case scan
        /// Known faces are looked at.
        case follow
    }

    /// The last frame that was looked at, and the last ones that were scanned.
    private var lastFrame: Int?
    private var lastScan = 0
    private var lastThorough = 0

    /// Whether a frame is the first one of its group that is looked at.
    func isResetPoint(_ frame: Int) -> Bool {
        lastFrame.map { frame / Self.groupLength != $0 / Self.groupLength } ?? true
    }

    /// What is due at a frame where every `interval`-th is to be scanned.
    func look(at frame: Int, interval: Int) -> Look {
        let thorough = max(Self.framesForThoroughOne, Self.scansForThoroughOne * interval)
        if isResetPoint(frame) { return .thorough }
        // Counted from the group's beginning, whatever was looked at before.
        let (place, group) = (frame % Self.groupLength, frame - frame % Self.groupLength)
        guard place / interval != (lastScan - group) / interval else { return .follow }
        return place / thorough != (lastThorough - group) / thorough ? .thorough : .scan
    }

    /// How long ago the last scan was, in frames.
    func scanAge(at frame: Int) -> Int { frame - lastScan }

    /// Notes how a frame was looked at.
    mutating func note(_ look: Look, at frame: Int) {
        lastFrame = frame
        if look != .follow { lastScan = frame }
        if look == .thorough { lastThorough = frame }
    }
}
