// SPDX-License-Identifier: Apache-2.0
package import FaceOverlay

/// What hides a part of an image.
package enum Covering: Sendable, Hashable {
    /// At most 6x6 means of the part, run into each other.
    case blur
    /// At most 6x6 blocks, each of the mean of its part.
    case pixelate
    /// One color; nothing of the part is left.
    case box(OverlayColor)
}
