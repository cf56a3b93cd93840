// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import FaceValues

extension FacecapCrop {
    init(_ crop: MeshPlace.Crop) {
        self.init(
            center_x: crop.center.x, center_y: crop.center.y, side: crop.side,
            turn_degrees: crop.turn, is_mirrored: 0)
    }

    /// The same square with left and right exchanged.
    var mirrored: FacecapCrop {
        var crop = self
        crop.is_mirrored = 1
        return crop
    }
}
