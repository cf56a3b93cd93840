// SPDX-License-Identifier: Apache-2.0

/// Until when a worker may say nothing: as long as it has processor time left, as one has that waits for a slow disk,
/// but not beyond an end. It reads no clock.
struct MessageDeadline {
    /// On `CLOCK_MONOTONIC`.
    private(set) var nanoseconds: Int64
    private let end: Int64
    /// Nanoseconds of a processor; a worker that has used so many is stalled.
    private let processorLimit: Int64?

    /// - Parameters:
    ///   - now: nanoseconds of `CLOCK_MONOTONIC`.
    ///   - processorTime: nanoseconds that the worker has used; `nil` if the system does not tell.
    ///   - stallLimit: nanoseconds of a processor that it may use.
    ///   - silenceLimit: nanoseconds that may pass, whatever it does.
    init(from now: Int64, processorTime: Int64?, stallLimit: Int64, silenceLimit: Int64) {
        end = now + silenceLimit
        processorLimit = processorTime.map { $0 + stallLimit }
        nanoseconds = min(end, now + stallLimit)
    }

    /// Moves the deadline, which has passed, to the earliest time at which the worker can be stalled; `false` if it is
    /// now.
    mutating func extend(at now: Int64, processorTime: Int64?) -> Bool {
        guard let processorLimit, let processorTime, processorTime < processorLimit,
            nanoseconds < end
        else { return false }
        nanoseconds = min(end, now + processorLimit - processorTime)
        return true
    }
}
