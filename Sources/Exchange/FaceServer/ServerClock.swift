// SPDX-License-Identifier: Apache-2.0
// Some versions of the library's header bring the system's own times.
internal import CMicroHTTPD
import Glibc

/// The clock of deadlines.
enum ServerClock {
    /// Nanoseconds of the monotonic clock.
    static var nowNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
