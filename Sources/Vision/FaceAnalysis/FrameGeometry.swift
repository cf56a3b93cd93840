// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// How many pixels a stored frame has, and what it shows of what the camera sees: from one frame to the next both may
/// change, and what stands still is elsewhere then.
struct FrameGeometry: Equatable {
    let size: Size
    let zoom: VideoZoom

    /// From pixels of the frame to the normalized whole of what the camera sees.
    var wholeFromPixels: CoordinateTransform {
        CoordinateTransform.normalizedFromPixels(of: size).then(zoom.wholeFromZoomed)
    }

    /// From pixels of the frame to those of another one.
    func pixels(of other: FrameGeometry) -> CoordinateTransform {
        self == other ? .identity : wholeFromPixels.then(other.wholeFromPixels.inverse)
    }

    /// What another zoom shows of it, in pixels.
    func pixels(of zoom: VideoZoom) -> Rect {
        zoom.visible.scaled(x: size.width, y: size.height)
    }

    /// How much larger things are in another frame, in pixels.
    func growth(to other: FrameGeometry) -> Double {
        other.size.width / other.zoom.visible.width / (size.width / zoom.visible.width)
    }
}

extension FrameGeometry {
    init(_ sample: VideoSampleBuffer) {
        self.init(size: sample.pixelBuffer.size, zoom: sample.zoom)
    }
}
