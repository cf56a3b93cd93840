// SPDX-License-Identifier: Apache-2.0
/// How faces and times are told.
struct TellingOptions: OptionGroup {
    @Option(SharedOptions.noSmoothing) var leavesUnsmoothed: Bool
    @Option(
        .flag(
            "relink",
            "Also report when somebody who was lost is back under another id; colours of clothes and hair are"
                + " kept for a minute, in memory only."))
    var relinks: Bool
    @Option(
        .flag(
            "subject-area",
            "Also report when the image has changed much and come to rest, as when the camera was turned to"
                + " something else."))
    var tellsSubjectArea: Bool
    @Option(
        .flag(
            "no-clock",
            "Leave out clock times and latencies, and when a movie was recorded, so that equal runs give"
                + " equal bytes."))
    var leavesOutClock: Bool
}
