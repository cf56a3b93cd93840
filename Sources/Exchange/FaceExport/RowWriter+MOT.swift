// SPDX-License-Identifier: Apache-2.0
internal import FaceValues

extension RowWriter {
    /// What all rows of MOTChallenge begin with: frame, id, and the box in pixels.
    mutating func motFields(_ frame: FrameID, _ face: MetadataFaceObject, _ box: Rect) {
        field(frame.ordinal)
        field(face.faceID)
        field(box.x, decimals: 2)
        field(box.y, decimals: 2)
        field(box.width, decimals: 2)
        field(box.height, decimals: 2)
    }
}
