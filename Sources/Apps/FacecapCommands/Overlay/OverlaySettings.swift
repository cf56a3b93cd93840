// SPDX-License-Identifier: Apache-2.0
import Facecap

/// How faces are drawn.
struct OverlaySettings: Sendable, Hashable {
    var style = OverlayStyle()
    /// `nil` for no trails.
    var trailDuration: MediaTime?

    /// What draws the faces of one stream.
    func makeAnnotator() -> FaceAnnotator {
        FaceAnnotator(style: style, trailDuration: trailDuration)
    }
}
