// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureDeviceInput {
    /// The largest factor by which frames can be zoomed.
    public var videoMaxZoomFactor: Double { VideoZoom.maximumFactor }

    /// How much frames are zoomed, 1 for not at all; while it ramps, the factor of the newest frame.
    ///
    /// The middle of each frame is cut out and magnified to the size of the frame, so that movies stay as large as
    /// they are. All outputs get the zoomed frames, and faces, codes and regions are in their coordinates. Samples
    /// that come encoded are not zoomed. The factor stays when the session stops, and when another device takes the
    /// place of this one. It is no property of the camera: `CaptureControl.Keys.videoZoomFactor` is that of its lens.
    public var videoZoomFactor: Double { zoom.factor }

    /// Zooms from the next frame on, and ends a ramp. Any thread may call it.
    ///
    /// Throws `invalidArgument` for what is not from 1 to ``videoMaxZoomFactor``.
    public func setVideoZoomFactor(_ factor: Double) throws(FacecapError) {
        try check(factor)
        zoom.set(factor)
    }

    /// Zooms from the factor that is there to another one, a frame at a time, on the times of the frames. Any thread
    /// may call it, also while it ramps.
    ///
    /// Throws `invalidArgument` for what is not from 1 to ``videoMaxZoomFactor``, and for a rate that is not above 0.
    ///
    /// - Parameters:
    ///   - factor: where the ramp ends.
    ///   - rate: how often the factor doubles, or halves, in a second.
    public func ramp(
        toVideoZoomFactor factor: Double, withRate rate: Double
    ) throws(FacecapError) {
        try check(factor)
        guard rate > 0, rate.isFinite else {
            throw FacecapError(
                .invalidArgument,
                "A zoom cannot ramp \(rate) times its factor's double a second; give a number above 0."
            )
        }
        zoom.ramp(to: factor, rate: rate)
    }

    /// Ends a ramp at the factor of the newest frame.
    public func cancelVideoZoomRamp() { zoom.stop() }

    /// Whether the factor is on its way to another one.
    public var isRampingVideoZoom: Bool { zoom.isRamping }

    /// Whether frames show a part of what the camera sees, or will soon.
    package var isZoomed: Bool { !zoom.isNone }

    /// Where a point of the newest frame, as it is stored, lies in what the camera sees, both normalized to 0...1.
    package func devicePoint(ofStored point: Point) -> Point {
        zoom.current.wholeFromZoomed.apply(point)
    }

    private func check(_ factor: Double) throws(FacecapError) {
        guard factor >= 1, factor <= videoMaxZoomFactor else {
            throw FacecapError(
                .invalidArgument,
                "Frames cannot be zoomed by \(factor); use a factor from 1 to "
                    + "\(Int(videoMaxZoomFactor)).")
        }
    }
}
