// SPDX-License-Identifier: Apache-2.0
/// What is drawn of faces.
package struct OverlayStyle: Sendable, Hashable {
    /// Boxes that follow the roll of the head.
    package var showsBoxes = true
    /// The number of each face.
    package var showsIDs = true
    /// Roll, yaw and pitch in whole degrees.
    package var showsAngles = true
    /// The five points, where they are known.
    package var showsLandmarks = true

    /// All of it.
    package init() {}
}
