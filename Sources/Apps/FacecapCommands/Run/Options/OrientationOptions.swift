// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How the frames of all sources are displayed.
struct OrientationOptions: OptionGroup {
    @Option(
        .option(
            "rotate", .choice, default: .none,
            "Rotate the frames clockwise by this many degrees, such as for a camera mounted on"
                + " its side.")
    )
    var rotation: Rotation
    @Option(
        .flag(
            "mirror",
            "Mirror positions, photos, movies and the preview: exchange left and right."
        ))
    var isMirrored: Bool
    @Option(
        .option(
            "zoom", .number("FACTOR", in: 1...ZoomRequest.maximumFactor),
            "Magnify the middle of the frames by this factor, from 1 to 16. The size of photos,"
                + " movies and the preview does not change. Positions refer to the magnified"
                + " frame."))
    var zoomFactor: Double?

    /// A clockwise turn that can be asked for.
    enum Rotation: String, CaseIterable {
        case none = "0"
        case quarter = "90"
        case half = "180"
        case threeQuarters = "270"

        var orientation: VideoOrientation {
            switch self {
            case .none: .upright
            case .quarter: .quarterTurn
            case .half: .halfTurn
            case .threeQuarters: .threeQuarterTurn
            }
        }
    }

    /// What is done to frames on top of what their source asks for.
    var orientation: VideoOrientation {
        isMirrored ? rotation.orientation.followed(by: .mirrored) : rotation.orientation
    }
}
