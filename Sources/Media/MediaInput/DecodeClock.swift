// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Makes the decode times of a stream strictly increasing, without changing those that are.
///
/// Those that are missing are counted on from the one before; the first one lies as far before the
/// first presentation as the decoder holds frames back. None lies after its presentation unless
/// that alone keeps the order.
struct DecodeClock {
    /// Ticks from one frame to the next.
    private let step: Int64
    /// Ticks from the first decode time to the first presentation time.
    private let delay: Int64
    private var last: Int64?

    /// The clock of a stream whose decoder holds `heldFrames` back, each about `step` ticks long.
    init(step: Int64, heldFrames: Int) {
        self.step = min(max(1, step), 1 << 40)
        delay = self.step * Int64(min(max(0, heldFrames), 64))
    }

    /// The decode time of the next sample, on the scale of its presentation time.
    mutating func stamp(_ stamp: Int64?, presentation: Int64?) -> Int64 {
        // Far from where a step could overflow, and beyond all that StreamClock believes.
        let limit = Int64.max - 1 << 60
        var ticks =
            stamp ?? last.map { min($0, limit) + step } ?? (presentation ?? 0) - delay
        if let presentation { ticks = min(ticks, presentation) }
        if let last { ticks = max(ticks, last + 1) }
        last = ticks
        return ticks
    }

    /// The decode time of a sample that is not shown: right after the one before, so that it takes no
    /// time from those that are.
    mutating func stampHidden() -> Int64 {
        let ticks = last.map { $0 + 1 } ?? -delay
        last = ticks
        return ticks
    }
}
