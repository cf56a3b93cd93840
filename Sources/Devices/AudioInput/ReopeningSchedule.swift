// SPDX-License-Identifier: Apache-2.0
/// When a device that went away is looked for again: after 0.25 s, then less and less often, at least
/// every two seconds.
struct ReopeningSchedule {
    private var nextAttempt: Int64?
    private var delay: Int64 = 250_000_000

    /// Whether the device is away, or has not given audio since.
    var isInterrupted: Bool { nextAttempt != nil }

    /// Whether it is time for another attempt.
    func isDue(at nanoseconds: Int64) -> Bool { nextAttempt.map { nanoseconds >= $0 } ?? false }

    /// The device is not there, or failed.
    mutating func fail(at nanoseconds: Int64) {
        nextAttempt = nanoseconds + delay
        delay = min(delay * 2, 2_000_000_000)
    }
}
