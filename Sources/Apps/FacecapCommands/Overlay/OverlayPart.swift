// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Something that can be drawn of faces, as users name it.
enum OverlayPart: String, Sendable, CaseIterable {
    case boxes, ids, axes, angles, landmarks

    /// What is drawn unless a user says otherwise: the axes tell what the angles tell.
    static let defaults: [OverlayPart] = [.boxes, .ids, .axes, .landmarks]
}

extension OverlayStyle {
    /// The style with these parts and no others.
    init(_ parts: [OverlayPart]) {
        self.init()
        showsBoxes = parts.contains(.boxes)
        showsIDs = parts.contains(.ids)
        showsAxes = parts.contains(.axes)
        showsAngles = parts.contains(.angles)
        showsLandmarks = parts.contains(.landmarks)
    }
}
