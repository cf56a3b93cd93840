/// How faces and times are told.
struct TellingOptions: OptionGroup {
    @Option var leavesUnsmoothed: Bool
    @Option var relinks: Bool
    @Option var leavesOutClock: Bool

    init(_ options: inout OptionReader) {
        _leavesUnsmoothed = options.read(SharedOptions.noSmoothing)
        _relinks = options.read(
            .flag(
                "relink",
                "Also tell when somebody who was lost is back under another id: clothes and hair are remembered"
                    + " for a minute, in memory alone."))
        _leavesOutClock = options.read(
            .flag(
                "no-clock",
                "Leave out clock times and latencies, and when a movie was recorded, so that equal runs give"
                    + " equal bytes."))
    }
}
