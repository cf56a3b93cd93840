// SPDX-License-Identifier: Apache-2.0
extension CoordinateTransform {
    /// From the normalized displayed frame to points of a screen, origin top left.
    ///
    /// With `.resizeAspectFill` what is cut off lies outside the screen.
    public static func screenFromDisplayed(
        videoSize: Size, screenSize: Size, gravity: VideoGravity
    ) -> CoordinateTransform {
        let horizontal = screenSize.width / videoSize.width
        let vertical = screenSize.height / videoSize.height
        let scale: (x: Double, y: Double) =
            switch gravity {
            case .resize: (horizontal, vertical)
            case .resizeAspect: (min(horizontal, vertical), min(horizontal, vertical))
            case .resizeAspectFill: (max(horizontal, vertical), max(horizontal, vertical))
            }
        let width = videoSize.width * scale.x
        let height = videoSize.height * scale.y
        return .scale(
            x: width, y: height, thenShiftX: (screenSize.width - width) / 2,
            y: (screenSize.height - height) / 2)
    }

    /// From pixels of an image to its normalized space.
    public static func normalizedFromPixels(of size: Size) -> CoordinateTransform {
        .scale(x: 1 / size.width, y: 1 / size.height)
    }

    /// From the upright frame inside a detector's input (scaled to `content`, at the input's top
    /// left corner, turned by `orientation`) to pixels of the stored frame.
    public static func storedPixelsFromDetector(
        content: Size, orientation: VideoOrientation, storedSize: Size
    ) -> CoordinateTransform {
        CoordinateTransform.normalizedFromPixels(of: content)
            .then(.displayedFromStored(orientation: orientation.inverse))
            .then(.scale(x: storedSize.width, y: storedSize.height))
    }
}
