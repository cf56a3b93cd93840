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

    static var rules: [OptionRule] {
        [
            .of(["redact"], exclude: ["region"], "would leave faces elsewhere uncovered"),
            .of(
                ["redact", "metadata-only"], exclude: ["depth"],
                "would write distances that show faces"),
            .of(["annotate"], exclude: ["redact"], "hides the faces"),
        ]
    }
}
