import Facecap

/// What a user can say of how faces are drawn.
struct OverlayOptions: OptionGroup {
    @Option var parts: [OverlayPart]
    @Option var trails: Duration?

    init(_ options: inout OptionReader) {
        _parts = options.read(
            .option(
                "draw", .overlayParts, default: OverlayPart.allCases,
                "What is drawn of each face: its box, number, angles and five points, or none of it."
            ))
        _trails = options.read(
            .option(
                "trails", .duration,
                "Also draw where each face went in the last moments, such as 2s."))
    }

    /// What the user's words mean.
    var settings: OverlaySettings {
        OverlaySettings(style: OverlayStyle(parts), trailDuration: trails.map(MediaTime.init))
    }
}
