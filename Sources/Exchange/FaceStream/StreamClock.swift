// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// One moment on the two clocks of a stream: what lets readers turn one into the other.
package struct StreamClock: Sendable, Hashable {
    /// `CLOCK_MONOTONIC`, in nanoseconds.
    package let monotonicNanoseconds: Int64
    /// The same moment in nanoseconds since 1970, UTC.
    package let utcNanoseconds: Int64

    /// One moment on the two clocks.
    package init(monotonicNanoseconds: Int64, utcNanoseconds: Int64) {
        self.monotonicNanoseconds = monotonicNanoseconds
        self.utcNanoseconds = utcNanoseconds
    }

    /// What the clocks say now.
    package static var now: StreamClock {
        StreamClock(
            monotonicNanoseconds: SystemClock.nanoseconds(),
            utcNanoseconds: SystemClock.nanoseconds(of: CLOCK_REALTIME))
    }

    /// The time of day of a moment on the monotonic clock.
    package func utcText(monotonicNanoseconds moment: Int64) -> String {
        UTCTime.text(
            nanosecondsSince1970: utcNanoseconds + (moment - monotonicNanoseconds))
    }
}
