// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
import Glibc
internal import SystemSupport

/// A time in which the process did not run.
struct Standstill: Sendable, Hashable {
    /// Why, in a few words.
    let reason: String
    /// By how much the times of a live source's frames jump over it.
    let length: MediaTime
    /// How long the machine was suspended, which those times do not count.
    var suspended = MediaTime.zero
}

/// Notices that the process was stopped or the machine suspended, from two clocks and the time that a thread
/// waited for a processor: on a busy machine, it waits where a stopped one does not. Does nothing itself.
struct StandstillDetector {
    /// Nanoseconds on `CLOCK_MONOTONIC`, which does not count while the machine is suspended, and on
    /// `CLOCK_BOOTTIME`, which does; and those for which the calling thread ever waited for a processor.
    struct Moment {
        var monotonic: Int64
        var sinceBoot: Int64
        var waited: Int64

        /// What the clocks say, and what is told of the calling thread.
        static var now: Moment {
            Moment(
                monotonic: SystemClock.nanoseconds(),
                sinceBoot: SystemClock.nanoseconds(of: CLOCK_BOOTTIME),
                waited: waitedForProcessor)
        }

        /// How long a thread waited, of the text of its `schedstat`: the second number, 0 where the system counts
        /// none. Source: Documentation/scheduler/sched-stats.rst of the kernel.
        static func waited(schedstat: String) -> Int64 {
            schedstat.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
        }

        private static var waitedForProcessor: Int64 {
            Files.text(of: "/proc/thread-self/schedstat").map(waited(schedstat:)) ?? 0
        }
    }

    /// Looked at four times a second, clocks do not get this far while the process runs or may run.
    private static var maximumPause: Int64 { 2_000_000_000 }
    /// The clocks are not read at once.
    private static var minimumSuspension: Int64 { 100_000_000 }

    private var last: Moment

    /// A detector that begins now.
    init(at moment: Moment) { last = moment }

    /// Looks at the clocks, always on the same thread; what lies between this time and the last one.
    mutating func look(at moment: Moment) -> Standstill? {
        let step = moment.monotonic - last.monotonic
        let suspended = moment.sinceBoot - last.sinceBoot - step
        // Nothing was read where it falls.
        let waited = max(last.waited, moment.waited)
        let pause = step - (waited - last.waited)
        last = moment
        last.waited = waited
        if suspended >= Self.minimumSuspension {
            return Standstill(
                reason: "the machine was suspended", length: .zero,
                suspended: MediaTime(value: suspended / 1000, timescale: 1_000_000))
        }
        guard pause >= Self.maximumPause else { return nil }
        return Standstill(
            reason: "the program was stopped",
            length: MediaTime(value: step / 1000, timescale: 1_000_000))
    }
}
