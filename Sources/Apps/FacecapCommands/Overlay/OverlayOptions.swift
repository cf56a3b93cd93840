import Facecap

/// What a user can say of how faces are drawn.
enum OverlayOptions {
    static let parts: Parameter<[OverlayPart]> = .option(
        "draw", .overlayParts, default: OverlayPart.allCases,
        "What is drawn of each face: its box, number, angles and five points, or none of it.")
    static let trails: Parameter<Duration?> = .option(
        "trails", .duration, "Also draw where each face went in the last moments, such as 2s.")

    static let declarations = [parts.declaration, trails.declaration]

    /// What the user's words mean.
    static func settings(_ invocation: Invocation) -> OverlaySettings {
        OverlaySettings(
            style: OverlayStyle(invocation[parts]),
            trailDuration: invocation[trails].map(MediaTime.init))
    }
}
