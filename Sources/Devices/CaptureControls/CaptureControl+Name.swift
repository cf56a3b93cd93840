// SPDX-License-Identifier: Apache-2.0
extension CaptureControl {
    /// The properties of a camera that can be changed; the raw values are their names in text.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// How the lens finds its distance: ``CaptureControl/FocusMode``.
        case focusMode = "focus-mode"
        /// What the automatic focus is doing, which can only be read: ``CaptureControl/FocusStatus``.
        case focusStatus = "focus-status"
        /// How far away the automatic focus looks: ``CaptureControl/AutoFocusRange``.
        case autoFocusRange = "auto-focus-range"
        /// Where the lens stands: 0 is nearest, 1 is farthest.
        case lensPosition = "lens-position"
        /// Where the frame is to be sharp.
        case focusPointOfInterest = "focus-point"
        /// How the exposure is found: ``CaptureControl/ExposureMode``.
        case exposureMode = "exposure-mode"
        /// How long light falls in, in seconds.
        case exposureDuration = "exposure-duration"
        /// How much brighter than it finds right the camera exposes, in steps of exposure (EV).
        case exposureTargetBias = "exposure-bias"
        /// Where the frame is to be exposed right.
        case exposurePointOfInterest = "exposure-point"
        /// Sensitivity as ISO 12232 counts it.
        case iso = "iso"
        /// Amplification, in the driver's own numbers.
        case gain = "gain"
        /// Whether frames may come later in the dark, so that more light falls in: ``CaptureControl/Switch``.
        case lowLightBoost = "low-light-boost"
        /// Whether bright and dark parts are both shown: ``CaptureControl/Switch``.
        case wideDynamicRange = "wide-dynamic-range"
        /// How white is found: ``CaptureControl/WhiteBalanceMode``.
        case whiteBalanceMode = "white-balance-mode"
        /// The color of the light, in kelvins.
        case temperature = "temperature"
        /// How much of red, in the driver's own numbers.
        case redBalance = "red-balance"
        /// How much of blue, in the driver's own numbers.
        case blueBalance = "blue-balance"
        /// Magnification by the lens, 1 showing most.
        case videoZoomFactor = "zoom"
        /// Whether the camera makes up for its shaking: ``CaptureControl/Switch``.
        case stabilization = "stabilization"
        /// The opening of the lens, in the driver's own numbers.
        case iris = "iris"
        /// Whether the lamp shines: ``CaptureControl/LampMode``.
        case torchMode = "torch-mode"
        /// How bright the lamp shines, 0...1.
        case torchLevel = "torch-level"
        /// Whether the lamp is ready to flash: ``CaptureControl/LampMode``.
        case flashMode = "flash-mode"
        /// Which flicker of lamps is filtered out: ``CaptureControl/PowerLineFrequency``.
        case powerLineFrequency = "power-line-frequency"
        /// Brightness, in the driver's own numbers, as all of the following.
        case brightness = "brightness"
        /// Contrast.
        case contrast = "contrast"
        /// Strength of colors.
        case saturation = "saturation"
        /// Turn of the colors.
        case hue = "hue"
        /// Emphasis of edges.
        case sharpness = "sharpness"
        /// Curve of brightness.
        case gamma = "gamma"
        /// How much light from behind is made up for.
        case backlightCompensation = "backlight-compensation"
    }
}
