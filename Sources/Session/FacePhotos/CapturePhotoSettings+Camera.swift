// SPDX-License-Identifier: Apache-2.0
internal import CaptureControls
package import FaceCapture
package import FaceValues

extension CapturePhotoSettings {
    /// How many photos there are to be; `nil` for as many as come.
    var photoCount: Int? { bracket?.count ?? count }

    /// Whether something is asked of the camera's controls.
    private var needsControls: Bool { bracket != nil || flashMode != .off }

    /// Throws what is known to stand against photos of a device: `invalidArgument` for what contradicts itself and
    /// for an exposure that the camera cannot have, `formatUnsupported` where it has no choice at all, or no flash.
    package func check(_ device: CaptureDevice) throws(FacecapError) {
        guard needsControls else { return }
        try checkItself()
        let name = device.localizedName
        let state = try device.controls?.state() ?? CaptureControl.State([])
        if let bracket {
            try bracket.exposureDurations.isEmpty
                ? bracket.checkBiases(state, of: name) : bracket.checkDurations(state, of: name)
        }
        if flashMode != .off, !state.hasFlash {
            throw FacecapError(
                .formatUnsupported,
                "\(name) has no flash (V4L2_CID_FLASH_LED_MODE); take the photo without one.")
        }
    }

    private func checkItself() throws(FacecapError) {
        if let bracket {
            guard 1...Bracket.maximumCount ~= bracket.count,
                bracket.exposureTargetBiases.allSatisfy(\.isFinite),
                bracket.exposureDurations.allSatisfy(\.isFinite),
                bracket.exposureTargetBiases.isEmpty || bracket.exposureDurations.isEmpty
            else {
                throw FacecapError(
                    .invalidArgument,
                    "A bracket has 1 to \(Bracket.maximumCount) biases, or as many exposure times.")
            }
            guard flashMode == .off else {
                throw FacecapError(
                    .invalidArgument,
                    "A bracket changes the exposure, and so would a flash; ask for one of them.")
            }
        }
        guard case .next = moment else {
            throw FacecapError(
                .invalidArgument,
                "The best frame is one that has been taken already, without a bracket and without a flash;"
                    + " ask for the next one.")
        }
    }
}

extension CapturePhotoSettings.Bracket {
    fileprivate func checkBiases(
        _ state: CaptureControl.State, of name: String
    ) throws(FacecapError) {
        guard let control = state.exposureTargetBias.control else {
            throw FacecapError(
                .formatUnsupported,
                "\(name) has no exposure bias, which a bracket needs; facecap controls lists what a camera"
                    + " has, and one with exposure-duration takes a bracket of times.")
        }
        guard state.exposureMode.value != .custom, state.exposureMode.value != .locked else {
            throw FacecapError(
                .invalidArgument,
                "The exposure of \(name) is set by hand, where a bias has no effect; set exposure-mode to"
                    + " continuous first.")
        }
        for bias in exposureTargetBiases { _ = try control.validated(.number(bias)) }
    }

    fileprivate func checkDurations(
        _ state: CaptureControl.State, of name: String
    ) throws(FacecapError) {
        guard let control = state.exposureDuration.control, !control.isReadOnly else {
            throw FacecapError(
                .formatUnsupported,
                "\(name) has no exposure time that can be set (V4L2_CID_EXPOSURE_ABSOLUTE); facecap controls"
                    + " lists what a camera has, and one with exposure-bias takes a bracket of biases."
            )
        }
        guard state.exposureMode.value != .locked else {
            throw FacecapError(
                .invalidArgument,
                "The exposure of \(name) is locked; set exposure-mode to continuous or custom first."
            )
        }
        for duration in exposureDurations { _ = try control.validated(.number(duration)) }
    }
}
