// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How faces are hidden, how far around them, and for how long.
struct CoverOptions: OptionGroup {
    @Option(
        .option(
            "method", .choice, default: .blur,
            "How faces are hidden: a blur or tiles that leave at most 36 colours of a face, a black box, or"
                + " crop-out: black over the whole head."))
    var method: RedactionMethodName
    @Option(
        .option(
            "margin", .number(in: 0...5),
            "How much more than the face is hidden on each side, in shares of its width and height; 0.35"
                + " without it, 0.6 at least with crop-out."))
    var margin: Double?
    @Option(
        .option(
            "hold", .duration, default: .seconds(1),
            "How long a face is hidden where it was, before it was seen first and after it was seen last."
        ))
    var hold: Duration
    @Option(
        .option(
            "loss-cover", .durationOrZero, default: MediaTime(value: 2, timescale: 1),
            "How long the whole frame is hidden, after --hold, when a face was lost in its middle; 0s for"
                + " not at all."))
    var lossCover: MediaTime

    /// What the user's words mean.
    var settings: RedactionSettings {
        var settings = RedactionSettings(method: method.method)
        if let margin { settings.margin = margin }
        settings.hold = MediaTime(hold)
        settings.lossCover = lossCover
        return settings
    }
}

extension ValueReader<MediaTime> {
    /// A stretch of time as ``ValueReader/duration`` reads it, or `0s`.
    static var durationOrZero: ValueReader {
        let duration = ValueReader<Duration>.duration
        return ValueReader(
            duration.valueName, allowed: "0s, or " + duration.allowed,
            read: { $0 == "0s" || $0 == "0" ? .zero : duration.read($0).map { MediaTime($0) } },
            write: { "\(Int64($0.seconds))s" })
    }
}
