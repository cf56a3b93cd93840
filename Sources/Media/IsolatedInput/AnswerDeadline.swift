// SPDX-License-Identifier: Apache-2.0

/// Until when a worker has to answer, whatever it says meanwhile. It reads no clock.
struct AnswerDeadline {
    /// On `CLOCK_MONOTONIC`.
    private var nanoseconds: Int64
    /// Nanoseconds that it gets once more, as the program may have been stopped meanwhile; `nil` once it got them.
    private var extra: Int64?

    /// - Parameters:
    ///   - now: nanoseconds of `CLOCK_MONOTONIC`.
    ///   - limit: nanoseconds in which it has to answer, less than 2^62; `nil` for ever.
    ///   - extra: nanoseconds from when the limit is noticed to have passed, less than 2^62.
    init(from now: Int64, limit: Int64?, extra: Int64) {
        nanoseconds = limit.map { now + $0 } ?? .max
        self.extra = extra
    }

    /// Whether the worker is not listened to any more.
    mutating func hasPassed(at now: Int64) -> Bool {
        guard now >= nanoseconds else { return false }
        guard let extra else { return true }
        nanoseconds = now + extra
        self.extra = nil
        return false
    }
}
