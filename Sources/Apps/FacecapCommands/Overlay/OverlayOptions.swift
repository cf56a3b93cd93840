// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user can say of how faces are drawn.
struct OverlayOptions: OptionGroup {
    @Option(
        .option(
            "draw", .overlayParts, default: OverlayPart.defaults,
            "What is drawn of each face: its box, number, the axes of its head, its angles as numbers and its"
                + " five points, or none of it."
        ))
    var parts: [OverlayPart]
    @Option(
        .option(
            "trails", .duration,
            "Also draw where each face went in the last moments, such as 2s."))
    var trails: Duration?

    /// What the user's words mean.
    var settings: OverlaySettings {
        OverlaySettings(style: OverlayStyle(parts), trailDuration: trails.map(MediaTime.init))
    }
}
