// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// How long to wait before a camera is opened again: at once the first time, then soon while it is
/// away, and ever more seldom while it is there and does not work. It reads no clock.
package struct ReopenSchedule: Sendable {
    /// How often to look for a camera that is away, in nanoseconds.
    let lookInterval: Int64
    /// The longest wait for one that is there, in nanoseconds.
    let maximumWait: Int64
    private var failures = 0

    /// Times of a camera of this machine, unless given.
    package init(lookInterval: Int64 = 200_000_000, maximumWait: Int64 = 2_000_000_000) {
        self.lookInterval = lookInterval
        self.maximumWait = maximumWait
    }

    /// A camera that delivered frames for the longest wait has been opened well.
    mutating func reset(afterNanoseconds time: Int64) {
        if time >= maximumWait { failures = 0 }
    }

    /// The wait before the next attempt, after the last one ended so; 0 for the first.
    mutating func wait(after error: FacecapError) -> Int64 {
        if error.code == .sourceNotFound { return lookInterval }
        defer { failures += 1 }
        guard failures > 0 else { return 0 }
        return min(maximumWait, lookInterval << min(failures - 1, 16))
    }
}
