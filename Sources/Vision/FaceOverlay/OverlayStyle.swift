// SPDX-License-Identifier: Apache-2.0
/// What is drawn of faces.
package struct OverlayStyle: Sendable, Hashable {
    /// Boxes that follow the roll of the head.
    package var showsBoxes = true
    /// The number of each face.
    package var showsIDs = true
    /// Where the head's right, its top and its nose point to, where all of its angles are known.
    package var showsAxes = true
    /// Roll, yaw and pitch in whole degrees, beside the number.
    package var showsAngles = false
    /// The five points, where they are known.
    package var showsLandmarks = true

    /// All of it, but the angles as numbers.
    package init() {}
}
