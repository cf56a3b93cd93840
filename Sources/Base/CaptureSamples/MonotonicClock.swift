// SPDX-License-Identifier: Apache-2.0
import Glibc
internal import SystemSupport

/// The clock all live time stamps are on: `CLOCK_MONOTONIC`, as V4L2 and ALSA drivers use it.
public enum MonotonicClock {
    /// Nanoseconds since some moment before start-up. The corresponding C function is
    /// `clock_gettime`.
    public static var nowNanoseconds: Int64 { SystemClock.nanoseconds() }

    /// Nanoseconds since 1970 in UTC, of `CLOCK_REALTIME`.
    public static var utcNanoseconds: Int64 { SystemClock.nanoseconds(of: CLOCK_REALTIME) }
}
