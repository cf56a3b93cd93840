// SPDX-License-Identifier: Apache-2.0
package import Glibc

/// The clocks of the system.
package enum SystemClock {
    /// Nanoseconds of a clock, by default of the one that deadlines are on and that nobody sets. The corresponding C
    /// function is `clock_gettime`.
    package static func nanoseconds(of clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
