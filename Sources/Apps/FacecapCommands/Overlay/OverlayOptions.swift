// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a user can say of how faces are drawn.
struct OverlayOptions: OptionGroup {
    @Option(
        .option(
            "draw", .list("PART,...", special: ("none", [])), default: OverlayPart.defaults,
            "What to draw for each face: boxes, ids, axes (of the head), angles (as numbers) and"
                + " landmarks (five points), or none."
        ))
    var parts: [OverlayPart]
    @Option(
        .option(
            "trails", .duration,
            "Also draw the path of each face over the last moments, such as 2s."))
    var trails: Duration?

    /// Whether the user named the landmarks; where nothing is named, they are drawn where they are.
    var namesLandmarks: Bool { _parts.isGiven && parts.contains(.landmarks) }

    /// What the user's words mean.
    var settings: OverlaySettings {
        OverlaySettings(style: OverlayStyle(parts), trailDuration: trails.map(MediaTime.init))
    }
}
