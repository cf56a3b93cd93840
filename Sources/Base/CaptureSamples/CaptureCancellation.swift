// SPDX-License-Identifier: Apache-2.0
internal import SystemSupport

/// The control of a source that waits for nothing but time: whether it shall end.
public final class CaptureCancellation: CaptureSourceControl {
    private let state = Monitor(false)

    /// Nobody has asked for the end.
    public init() {}

    /// Whether somebody has asked for the end.
    public var isCancelled: Bool { state.withLock { $0 } }

    /// Ends the source, and every wait of it.
    public func cancel() { state.withLock { $0 = true } }

    /// Waits until `CLOCK_MONOTONIC` reaches a time in nanoseconds, unless the source is cancelled before.
    ///
    /// Blocks the calling thread, which is the one that reads the source.
    ///
    /// - Returns: whether the source shall go on.
    public func wait(untilNanoseconds deadline: Int64) -> Bool {
        state.wait(untilNanoseconds: deadline) { $0 ? true : nil } == nil
    }
}
