// SPDX-License-Identifier: Apache-2.0
/// How faces and times are told.
struct TellingOptions: OptionGroup {
    @Option(SharedOptions.noSmoothing) var leavesUnsmoothed: Bool
    @Option(
        .flag(
            "relink",
            "Also report when a lost person reappears under another id. Colors of clothes and"
                + " hair are kept for a minute, in memory only."))
    var relinks: Bool
    @Option(
        .flag(
            "subject-area",
            "Also report when the image has changed substantially and become still, such as"
                + " after the camera was turned."))
    var tellsSubjectArea: Bool
    @Option(
        .flag(
            "no-clock",
            "Leave out clock times, latencies and the recording time of movies, so that"
                + " identical runs write identical bytes."))
    var leavesOutClock: Bool
}
