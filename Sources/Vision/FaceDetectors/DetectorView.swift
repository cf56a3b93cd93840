// SPDX-License-Identifier: Apache-2.0
internal import COpenCV
internal import CaptureSamples
internal import FaceValues

/// The part of a stored image that a detector looks at, scaled and turned upright, and the way back.
struct DetectorView {
    /// The part and its new size, for the shim.
    let view: FacecapView
    /// Pixels of the small image a pixel of the stored one.
    let scale: Double
    /// From pixels of the upright small image to pixels of the stored one.
    let storedFromContent: CoordinateTransform

    /// The part of `image` inside `region`, its longest side made `longestSide` pixels; `nil` when
    /// nothing of the image lies in the region.
    init?(
        of image: PixelBuffer, region: Rect?, orientation: VideoOrientation, longestSide: Int
    ) {
        let part = region.map(image.bounds.intersection) ?? image.bounds
        guard part.width > 0, part.height > 0 else { return nil }
        // Chroma samples cover two pixels: the part begins at an even one.
        let left = Int(part.x) & ~1
        let top = Int(part.y) & ~1
        let width = min(Int(part.maxX.rounded(.up)), image.width) - left
        let height = min(Int(part.maxY.rounded(.up)), image.height) - top
        guard width > 0, height > 0 else { return nil }

        scale = Double(longestSide) / Double(max(width, height))
        let scaledWidth = max(1, Int((Double(width) * scale).rounded()))
        let scaledHeight = max(1, Int((Double(height) * scale).rounded()))
        // Nobody needs to be mirrored to be found.
        let orientation = orientation.withoutMirroring
        let content =
            orientation.exchangesSides
            ? (width: scaledHeight, height: scaledWidth)
            : (width: scaledWidth, height: scaledHeight)
        view = FacecapView(
            x: Int32(clamping: left), y: Int32(clamping: top), width: Int32(clamping: width),
            height: Int32(clamping: height), quarter_turns: Int32(orientation.degrees / 90),
            content_width: Int32(content.width), content_height: Int32(content.height))
        storedFromContent = CoordinateTransform.storedPixelsFromDetector(
            content: Size(width: Double(content.width), height: Double(content.height)),
            orientation: orientation,
            storedSize: Size(width: Double(width), height: Double(height))
        ).then(.scale(x: 1, y: 1, thenShiftX: Double(left), y: Double(top)))
    }

    /// The longer side of what is looked at, in pixels.
    static func extent(of region: Rect?, in image: PixelBuffer) -> Int {
        let part = region.map(image.bounds.intersection) ?? image.bounds
        return max(1, Int(part.longerSide.rounded()))
    }
}
