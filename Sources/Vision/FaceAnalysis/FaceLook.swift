// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// What a look at one frame showed, as numbers: all that is told of its faces but who they are. Positions are pixels
/// of the stored frame.
package struct FaceLook: Sendable, Hashable {
    /// The size of the stored frame.
    package var imageSize: Size
    /// How the frame was looked at.
    package var scan: FaceObservation.Scan
    /// Whether another scene begins.
    package var isCut: Bool
    /// How far the camera moved everything since the frame before; zero where that is not known.
    package var cameraMotion: Point
    /// What the detector found.
    package var faces: [DetectedFace]

    /// What a look showed.
    package init(
        imageSize: Size, scan: FaceObservation.Scan, isCut: Bool, cameraMotion: Point,
        faces: [DetectedFace]
    ) {
        self.imageSize = imageSize
        self.scan = scan
        self.isCut = isCut
        self.cameraMotion = cameraMotion
        self.faces = faces
    }
}
