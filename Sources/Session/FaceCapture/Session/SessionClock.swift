// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The clock that all inputs of a running session share: its zero is the first frame of whichever
/// input has one first, or the first audio where there are no frames.
final class SessionClock: Sendable {
    private let zero = Mutex<Int64?>(nil)
    private let isAudioFirst = Mutex(false)

    /// Whether the first audio may be its zero: there are no frames.
    var audioMayBegin: Bool {
        get { isAudioFirst.withLock { $0 } }
        set { isAudioFirst.withLock { $0 = newValue } }
    }

    /// `CLOCK_MONOTONIC` at the session's time zero; `nil` until something has come.
    var zeroNanoseconds: Int64? { zero.withLock { $0 } }

    /// Begins at `nanoseconds`, unless the clock runs already; the answer is its zero.
    func begin(at nanoseconds: Int64) -> Int64 {
        zero.withLock { zero in
            let begun = zero ?? nanoseconds
            zero = begun
            return begun
        }
    }
}
