// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The clock all live time stamps are on: `CLOCK_MONOTONIC`, as V4L2 and ALSA drivers use it.
public enum MonotonicClock {
    /// Nanoseconds since some moment before start-up. The corresponding C function is
    /// `clock_gettime`.
    public static var nowNanoseconds: Int64 { read(CLOCK_MONOTONIC) }

    /// Nanoseconds since 1970 in UTC, of `CLOCK_REALTIME`.
    public static var utcNanoseconds: Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
