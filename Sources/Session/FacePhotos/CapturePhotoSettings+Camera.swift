// SPDX-License-Identifier: Apache-2.0
internal import CaptureControls
package import FaceCapture
package import FaceValues

extension CapturePhotoSettings {
    /// How many photos there are to be; `nil` for as many as come.
    var photoCount: Int? { bracket?.exposureTargetBiases.count ?? count }

    /// Whether something is asked of the camera's controls.
    private var needsControls: Bool { bracket != nil || flashMode != .off }

    /// Throws what is known to stand against photos of a device: `invalidArgument` for what contradicts itself and
    /// for a bias that the camera cannot have, `formatUnsupported` where it has none at all, or no flash.
    package func check(_ device: CaptureDevice) throws(FacecapError) {
        guard needsControls else { return }
        try checkItself()
        let name = device.localizedName
        let state = try device.controls?.state() ?? CaptureControl.State([])
        if let bracket {
            guard let control = state.exposureTargetBias.control else {
                throw FacecapError(
                    .formatUnsupported,
                    "\(name) has no exposure bias, which a bracket needs; facecap controls lists what a camera"
                        + " has.")
            }
            guard state.exposureMode.value != .custom, state.exposureMode.value != .locked else {
                throw FacecapError(
                    .invalidArgument,
                    "The exposure of \(name) is set by hand, where a bias has no effect; set exposure-mode to"
                        + " continuous first.")
            }
            for bias in bracket.exposureTargetBiases { _ = try control.validated(.number(bias)) }
        }
        if flashMode != .off, !state.hasFlash {
            throw FacecapError(
                .formatUnsupported,
                "\(name) has no flash (V4L2_CID_FLASH_LED_MODE); take the photo without one.")
        }
    }

    private func checkItself() throws(FacecapError) {
        if let bracket {
            guard 1...Bracket.maximumCount ~= bracket.exposureTargetBiases.count,
                bracket.exposureTargetBiases.allSatisfy(\.isFinite)
            else {
                throw FacecapError(
                    .invalidArgument, "A bracket has 1 to \(Bracket.maximumCount) biases.")
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
