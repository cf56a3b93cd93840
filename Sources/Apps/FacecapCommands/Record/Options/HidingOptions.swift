// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What of a recording shows no face.
struct HidingOptions: OptionGroup {
    @Option(
        .option(
            "redact", .choice,
            "Hide faces before frames are recorded, as facecap redact does, including faces of"
                + " low confidence. This delays the recording by a second."))
    var method: RedactionMethodName?
    @Option(
        .flag(
            "metadata-only",
            "Record face metadata without frames. Audio is recorded if --audio is given."))
    var leavesOutFrames: Bool

    /// How faces are covered; `nil` for not at all.
    var redaction: RedactionSettings? { method.map { RedactionSettings(method: $0.method) } }

    /// Throws where the user's words contradict each other.
    func check(
        copiesSamples: Bool, hasDepth: Bool, hasRegion: Bool
    ) throws(FacecapError) {
        let hides = method != nil
        guard hides || leavesOutFrames else { return }
        let option = hides ? "--redact" : "--metadata-only"
        let contradictions: [(isGiven: Bool, message: String)] = [
            (hides && leavesOutFrames, "--metadata-only records no frame; leave --redact out."),
            (
                copiesSamples,
                "--passthrough copies frames as they are; leave it out, or leave out \(option)."
            ),
            (
                hasDepth,
                "--depth would write distances that show faces; leave it out, or leave out \(option)."
            ),
            (
                hides && hasRegion,
                "--region would leave faces elsewhere uncovered; leave it out, or leave out --redact."
            ),
        ]
        for case (true, let message) in contradictions {
            throw FacecapError(.invalidArgument, message)
        }
    }
}
