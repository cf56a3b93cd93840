// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How the frames of all sources are displayed.
struct OrientationOptions: OptionGroup {
    @Option(
        .option(
            "rotate", .choice, default: .none,
            "Turn the frames clockwise by so many degrees, as for a camera that hangs on its side.")
    )
    var rotation: Rotation
    @Option(
        .flag(
            "mirror",
            "Exchange left and right, as in a mirror, of positions, photos, movies and the preview."
        ))
    var isMirrored: Bool
    @Option(
        .option(
            "zoom", .number("FACTOR", in: 1...ZoomRequest.maximumFactor),
            "Magnify the middle of the frames by this factor, from 1 to 16; photos, movies and the preview stay as"
                + " large as they are, and positions are those of what is shown."))
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
