// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The CPU time of the calling thread.
enum ThreadClock {
    static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
