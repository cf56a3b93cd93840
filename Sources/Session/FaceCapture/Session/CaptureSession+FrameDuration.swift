// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
public import FaceValues

extension CaptureSession {
    /// Makes the frames of an input come so far apart, also while they flow: `activeVideoMinFrameDuration` and
    /// `activeVideoMaxFrameDuration` of other frameworks, which are one here.
    ///
    /// A camera whose driver lets it changes from one frame to the next. Another is opened again: frame numbers, the
    /// session's time and a recording go on, with an interruption and a gap, across which no face id is used again.
    /// The outputs are told by ``CaptureDelivery/Notice/frameDurationChanged(_:)``. It holds until the input's device
    /// is switched, also when the session is stopped and started again.
    ///
    /// - Parameters:
    ///   - duration: from one frame to the next, 0.001...1000 s.
    ///   - input: an input of the session with a camera, or the synthetic one.
    /// - Returns: the nearest that the camera has, which is in force now; `nil` where that shows when it is opened.
    /// - Throws: `formatUnsupported` where the device has no choice, or no such short one, `deviceDisconnected` while
    ///   it gives no frames, `invalidArgument` for a duration that makes no sense, `invalidState` for an input that is
    ///   not part of the session, and what opening the device throws; the frames go on as before then.
    @discardableResult
    public func setActiveVideoFrameDuration(
        _ duration: MediaTime, of input: CaptureDeviceInput
    ) throws(FacecapError) -> MediaTime? {
        guard configuration.contains(input), candidate == nil else {
            throw FacecapError(
                .invalidState,
                "Only the frames of an input of the session have a duration, with its configuration"
                    + " committed.")
        }
        let frameRate = 1 / duration.seconds
        guard 0.001...1000 ~= frameRate else {
            throw FacecapError(
                .invalidArgument,
                "\(duration.seconds) s is not a frame duration: ask for 0.001 to 1000 s.")
        }
        guard let device = input.device.running(atFrameRate: frameRate) else {
            throw FacecapError(
                .formatUnsupported,
                "\(input.device.localizedName) has no choice of frame rates; only a camera has.")
        }
        let running = runningInputs.first { $0.input === input && !$0.isOver }
        if try running?.loop.changeFrameRate(frameRate) != nil {
            input.device = device
        } else if input.openSource != nil {
            let text = FixedDecimal(frameRate, decimals: 3)?.shortText ?? "other"
            var request = try makeRequest(
                of: input, device, isSameDevice: true, reason: "changed to \(text) frames a second")
            request.changesFrameRate = true
            try fulfil(request, of: input)
        } else {
            input.device = device
        }
        return input.activeVideoFrameDuration
    }
}
