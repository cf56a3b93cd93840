// SPDX-License-Identifier: Apache-2.0
import Facecap

/// When progress is shown again: twice a second.
struct ProgressRhythm: Sendable {
    private var lastNanoseconds: Int64?

    /// The nanoseconds since it was shown, 0 at first; `nil` where it is too early.
    mutating func next() -> Int64? {
        let now = MonotonicClock.nowNanoseconds
        let elapsed = lastNanoseconds.map { now - $0 }
        if let elapsed, elapsed < 500_000_000 { return nil }
        lastNanoseconds = now
        return elapsed ?? 0
    }
}
