// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How faces are hidden, how far around them, and for how long.
struct CoverOptions: OptionGroup {
    @Option(
        .option(
            "method", .choice, default: .blur,
            "How to hide faces: blur or pixelate, which leave at most 36 colors of a face; box,"
                + " a black box; or crop-out, black over the whole head."))
    var method: RedactionMethodName
    @Option(
        .option(
            "margin", .number(in: 0...5),
            "The margin that is hidden on each side of a face, in fractions of its width and"
                + " height. By default 0.35; with crop-out, at least 0.6."))
    var margin: Double?
    @Option(
        .option(
            "hold", .duration, default: .seconds(1),
            "How long to hide the place of a face before its first detection and after its last"
                + " one."
        ))
    var hold: Duration
    @Option(
        .option(
            "loss-cover", .durationOrZero, default: .seconds(2),
            "How long to hide the whole frame, after --hold, when a face is lost in the middle"
                + " of the frame. 0s disables this."))
    var lossCover: Duration

    /// What the user's words mean.
    var settings: RedactionSettings {
        var settings = RedactionSettings(method: method.method)
        if let margin { settings.margin = margin }
        settings.hold = MediaTime(hold)
        settings.lossCover = MediaTime(lossCover)
        return settings
    }
}
