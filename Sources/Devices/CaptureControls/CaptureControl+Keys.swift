// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureControl {
    /// The name of a control together with the type of its value.
    public struct Key<Value: Representable>: Sendable, Hashable {
        /// The control.
        public let name: Name

        init(_ name: Name) { self.name = name }
    }

    /// The controls by the names AVFoundation has for them, as ``CaptureControl/State`` and ``CaptureControl/Changes``
    /// offer them.
    public struct Keys: Sendable {
        /// How the lens finds its distance.
        public var focusMode: Key<FocusMode> { Key(.focusMode) }
        /// What the automatic focus is doing; it can only be read.
        public var focusStatus: Key<FocusStatus> { Key(.focusStatus) }
        /// How far away the automatic focus looks.
        public var autoFocusRange: Key<AutoFocusRange> { Key(.autoFocusRange) }
        /// Where the lens stands: 0 is nearest, 1 is farthest.
        public var lensPosition: Key<Double> { Key(.lensPosition) }
        /// Where the frame is to be sharp, in the normalized stored frame.
        public var focusPointOfInterest: Key<Point> { Key(.focusPointOfInterest) }
        /// How the exposure is found.
        public var exposureMode: Key<ExposureMode> { Key(.exposureMode) }
        /// How long light falls in, in seconds.
        public var exposureDuration: Key<Double> { Key(.exposureDuration) }
        /// How much brighter than it finds right the camera exposes, in EV.
        public var exposureTargetBias: Key<Double> { Key(.exposureTargetBias) }
        /// Where the frame is to be exposed right, in the normalized stored frame.
        public var exposurePointOfInterest: Key<Point> {
            Key(.exposurePointOfInterest)
        }
        /// Sensitivity as ISO 12232 counts it.
        public var iso: Key<Double> { Key(.iso) }
        /// Amplification, in the driver's own numbers.
        public var gain: Key<Double> { Key(.gain) }
        /// Whether frames may come later in the dark, so that more light falls in.
        public var lowLightBoost: Key<Switch> { Key(.lowLightBoost) }
        /// Whether bright and dark parts are both shown.
        public var wideDynamicRange: Key<Switch> { Key(.wideDynamicRange) }
        /// How white is found.
        public var whiteBalanceMode: Key<WhiteBalanceMode> { Key(.whiteBalanceMode) }
        /// The color of the light, in kelvins.
        public var temperature: Key<Double> { Key(.temperature) }
        /// How much of red, in the driver's own numbers.
        public var redBalance: Key<Double> { Key(.redBalance) }
        /// How much of blue, in the driver's own numbers.
        public var blueBalance: Key<Double> { Key(.blueBalance) }
        /// Magnification by the lens, 1 showing most.
        public var videoZoomFactor: Key<Double> { Key(.videoZoomFactor) }
        /// Whether the camera makes up for its shaking.
        public var stabilization: Key<Switch> { Key(.stabilization) }
        /// The opening of the lens, in the driver's own numbers.
        public var iris: Key<Double> { Key(.iris) }
        /// Whether the lamp shines.
        public var torchMode: Key<LampMode> { Key(.torchMode) }
        /// How bright the lamp shines, 0...1.
        public var torchLevel: Key<Double> { Key(.torchLevel) }
        /// Whether the lamp is ready to flash.
        public var flashMode: Key<LampMode> { Key(.flashMode) }
        /// Which flicker of lamps is filtered out.
        public var powerLineFrequency: Key<PowerLineFrequency> {
            Key(.powerLineFrequency)
        }
        /// Brightness, in the driver's own numbers, as all of the following.
        public var brightness: Key<Double> { Key(.brightness) }
        /// Contrast.
        public var contrast: Key<Double> { Key(.contrast) }
        /// Strength of colors.
        public var saturation: Key<Double> { Key(.saturation) }
        /// Turn of the colors.
        public var hue: Key<Double> { Key(.hue) }
        /// Emphasis of edges.
        public var sharpness: Key<Double> { Key(.sharpness) }
        /// Curve of brightness.
        public var gamma: Key<Double> { Key(.gamma) }
        /// How much light from behind is made up for.
        public var backlightCompensation: Key<Double> { Key(.backlightCompensation) }
    }
}
