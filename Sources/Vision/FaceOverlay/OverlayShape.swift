// SPDX-License-Identifier: Apache-2.0
package import FaceValues

/// Something drawn over an image, in pixels of the image or screen it is drawn on.
package enum OverlayShape: Sendable, Hashable {
    /// Straight lines from point to point, back to the first one where it is closed; dashed where what it
    /// shows is a guess.
    case line([Point], isClosed: Bool, isDashed: Bool, width: Double, color: OverlayColor)
    /// A filled circle.
    case dot(Point, radius: Double, color: OverlayColor)
    /// One line of text on a ground of `color`, in the color's ``OverlayColor/ink``. The rectangle is that
    /// of the ground; its edges lie on whole pixels, its height gives that of the letters.
    case label(String, in: Rect, color: OverlayColor)
}
