// SPDX-License-Identifier: Apache-2.0
public import FaceValues

/// A frame as it lies in a layer of a screen, and where its points and faces are there.
///
/// "Device" positions are those of the normalized stored frame, as observations and points of
/// interest have them; "layer" positions count pixels from the layer's top left corner. The
/// conversions are the transforms of `CoordinateTransform`, which `docs/coordinates.md` names.
public struct CaptureVideoPreviewLayer: Sendable, Hashable {
    /// The layer's extent in pixels; what is set below 1, or is no number, counts as 1.
    public var size: Size { didSet { size = size.withExtent } }
    /// The stored frame's extent in pixels as wide as high; what is set below 1, or is no number, counts as 1.
    public var videoSize: Size { didSet { videoSize = videoSize.withExtent } }
    /// How the stored frame is displayed.
    public var orientation: VideoOrientation
    /// How the frame fills the layer.
    public var videoGravity: VideoGravity

    /// A frame in a layer; extents below 1 count as 1.
    public init(
        size: Size, videoSize: Size, orientation: VideoOrientation = .upright,
        videoGravity: VideoGravity = .resizeAspect
    ) {
        self.size = size.withExtent
        self.videoSize = videoSize.withExtent
        self.orientation = orientation
        self.videoGravity = videoGravity
    }

    /// The frame's extent as it is displayed.
    public var displayedSize: Size {
        orientation.displayedSize(of: videoSize)
    }

    /// From the normalized stored frame to pixels of the layer.
    public var layerFromDevice: CoordinateTransform {
        CoordinateTransform.displayedFromStored(orientation: orientation)
            .then(
                .screenFromDisplayed(
                    videoSize: displayedSize, screenSize: size, gravity: videoGravity))
    }

    /// Where the frame lies; beyond the layer where it is cut off.
    public var videoRect: Rect { layerFromDevice.apply(Rect.unit) }

    /// Where a point of the device's frame is shown.
    public func layerPointFromDevicePoint(_ point: Point) -> Point { layerFromDevice.apply(point) }

    /// Which point of the device's frame is shown at a point of the layer; outside 0...1 where that
    /// lies beside the frame.
    public func devicePointFromLayerPoint(_ point: Point) -> Point {
        layerFromDevice.inverse.apply(point)
    }

    /// Where a part of the device's frame is shown.
    public func layerRectFromMetadataOutputRect(_ rect: Rect) -> Rect {
        layerFromDevice.apply(rect)
    }

    /// Which part of the device's frame is shown in a part of the layer.
    public func metadataOutputRectFromLayerRect(_ rect: Rect) -> Rect {
        layerFromDevice.inverse.apply(rect)
    }

    /// A face of an observation as the layer shows it: position, angles and points.
    public func transformedMetadataObject(_ face: MetadataFaceObject) -> MetadataFaceObject {
        layerFromDevice.apply(face)
    }
}

extension Size {
    /// The size with sides between which pixels can be converted there and back.
    fileprivate var withExtent: Size {
        // Of 1 and a NaN, `max` is 1.
        func extent(_ side: Double) -> Double { min(max(1, side), 1e9) }
        return Size(width: extent(width), height: extent(height))
    }
}
