// SPDX-License-Identifier: Apache-2.0
extension CaptureEvent {
    /// What the presentation times of a source count from.
    public enum Timebase: Sendable, Hashable {
        /// The stream's own beginning, such as a file's.
        case stream
        /// The start of `CLOCK_MONOTONIC`, as of cameras and microphones: a session counts their times from
        /// its own beginning, so that what was captured at one moment has one time.
        case host
    }
}
