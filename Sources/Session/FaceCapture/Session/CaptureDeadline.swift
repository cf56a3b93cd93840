// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Synchronization

/// When a live source that stands still has been read for as long as was asked for, on `CLOCK_MONOTONIC`.
///
/// As long as frames come, their own times decide.
final class CaptureDeadline: Sendable {
    private struct State {
        var startNanoseconds: Int64?
        var waitingSince: Int64?
        var isOver = false
    }

    /// Frames are a little late.
    private static var timeout: Int64 { 250_000_000 }

    private let duration: MediaTime?
    private let state = Mutex(State())

    /// - Parameter duration: `nil` where there is no limit.
    init(_ duration: MediaTime?) { self.duration = duration }

    /// Whether the time is over.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The reader waits for the source.
    func beginWaiting(nowNanoseconds: Int64) {
        guard duration != nil else { return }
        state.withLock { state in
            state.startNanoseconds = state.startNanoseconds ?? nowNanoseconds
            state.waitingSince = nowNanoseconds
        }
    }

    /// The source has given something.
    func endWaiting() { state.withLock { $0.waitingSince = nil } }

    /// The first frame has come, from which the duration counts.
    func begin(nowNanoseconds: Int64) { state.withLock { $0.startNanoseconds = nowNanoseconds } }

    /// Whether the time is over and the source stands still; then it stays so.
    func isOverdue(nowNanoseconds: Int64) -> Bool {
        guard let duration else { return false }
        return state.withLock { state in
            guard let start = state.startNanoseconds, let waitingSince = state.waitingSince,
                nowNanoseconds - waitingSince >= Self.timeout,
                nowNanoseconds - start >= duration.boundedNanoseconds + Self.timeout
            else { return false }
            state.isOver = true
            return true
        }
    }
}
