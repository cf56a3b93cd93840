internal import FaceValues
import Glibc

/// A time in which the process did not run.
struct Standstill: Sendable, Hashable {
    /// Why, in a few words.
    let reason: String
    /// By how much the times of a live source's frames jump over it.
    let length: MediaTime
}

/// Notices from two clocks that the process was stopped or the machine suspended; does nothing itself.
struct StandstillDetector {
    /// Nanoseconds on `CLOCK_MONOTONIC`, which does not count while the machine is suspended, and on
    /// `CLOCK_BOOTTIME`, which does.
    struct Moment {
        var monotonic: Int64
        var sinceBoot: Int64

        /// What the clocks say.
        static var now: Moment {
            Moment(monotonic: Self.read(CLOCK_MONOTONIC), sinceBoot: Self.read(CLOCK_BOOTTIME))
        }

        private static func read(_ clock: clockid_t) -> Int64 {
            var time = timespec()
            clock_gettime(clock, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
    }

    /// Looked at four times a second, clocks do not get this far on a machine that is busy.
    private static var longestPause: Int64 { 2_000_000_000 }
    /// The clocks are not read at once.
    private static var shortestSuspension: Int64 { 100_000_000 }

    private var last: Moment

    /// A detector that begins now.
    init(at moment: Moment) { last = moment }

    /// Looks at the clocks; what lies between this time and the last one.
    mutating func look(at moment: Moment) -> Standstill? {
        let step = moment.monotonic - last.monotonic
        let suspended = moment.sinceBoot - last.sinceBoot - step
        last = moment
        if suspended >= Self.shortestSuspension {
            return Standstill(reason: "the machine was suspended", length: .zero)
        }
        guard step >= Self.longestPause else { return nil }
        return Standstill(
            reason: "the program was stopped",
            length: MediaTime(value: step / 1000, timescale: 1_000_000))
    }
}
