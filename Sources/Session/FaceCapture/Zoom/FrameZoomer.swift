// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues
internal import MediaCodecs

/// Zooms the frames of one source by crop, on its capture thread: by the device where that can, and what is left to do
/// here. Where nothing is zoomed it does nothing.
struct FrameZoomer {
    /// A device cuts to pixels of its own; so many of a frame's are no reason to scale it here too.
    private static let leastPixels = 4.0

    private let control: ZoomControl
    private let device: (any ZoomingSource)?
    private var magnifier: PixelBufferMagnifier?
    /// What the device was asked for last.
    private var asked = VideoZoom.none

    init(_ control: ZoomControl, of source: any CaptureSource) {
        self.control = control
        device = source as? any ZoomingSource
    }

    /// A frame as it is shown, as large as it came.
    mutating func zoom(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
        let image = sample.pixelBuffer
        let (factor, least) = control.factor(at: sample.presentationTime)
        let wanted = Self.zoom(by: factor, image)
        // A device is behind: what it cuts off too early is not there on the way out.
        let needed = least == factor ? wanted : Self.zoom(by: least, image)
        if needed != asked {
            device?.show(needed)
            asked = needed
        }
        let left = Self.left(of: wanted, in: sample)
        let shown = VideoZoom(
            factor: max(factor, sample.zoom.factor),
            visible: sample.zoom.wholeFromZoomed.apply(left.visible))
        control.note(shown)
        guard shown != .none else { return sample }
        return sample.zoomed(
            to: shown, with: try PixelBufferMagnifier.reusing(&magnifier).magnify(image, by: left))
    }

    private static func zoom(by factor: Double, _ image: PixelBuffer) -> VideoZoom {
        factor == 1
            ? .none : VideoZoom(factor: factor, width: image.width, height: image.height)
    }

    /// What has to be cut out of a frame that shows a part already.
    private static func left(of wanted: VideoZoom, in sample: VideoSampleBuffer) -> VideoZoom {
        guard !sample.zoom.isNone else { return wanted }
        let (width, height) = (sample.pixelBuffer.width, sample.pixelBuffer.height)
        let part = sample.zoom.zoomedFromWhole.apply(wanted.visible).intersection(.unit)
        let rest = max(
            (1 - part.width) * Double(width), (1 - part.height) * Double(height))
        guard rest >= leastPixels, !part.isEmpty else { return .none }
        return VideoZoom(factor: wanted.factor, nearest: part, width: width, height: height)
    }
}
