public import FaceValues

/// The name of a control together with the type of its value.
public struct ControlKey<Value: ControlRepresentable>: Sendable, Hashable {
    /// The control.
    public let name: ControlName

    init(_ name: ControlName) { self.name = name }
}

/// The controls by the names AVFoundation has for them, as ``ControlState`` and ``ControlChanges``
/// offer them.
public struct ControlKeys: Sendable {
    /// How the lens finds its distance.
    public var focusMode: ControlKey<FocusMode> { ControlKey(.focusMode) }
    /// Where the lens stands: 0 is nearest, 1 is farthest.
    public var lensPosition: ControlKey<Double> { ControlKey(.lensPosition) }
    /// Where the frame is to be sharp, in the normalised stored frame.
    public var focusPointOfInterest: ControlKey<Point> { ControlKey(.focusPointOfInterest) }
    /// How the exposure is found.
    public var exposureMode: ControlKey<ExposureMode> { ControlKey(.exposureMode) }
    /// How long light falls in, in seconds.
    public var exposureDuration: ControlKey<Double> { ControlKey(.exposureDuration) }
    /// How much brighter than it finds right the camera exposes, in EV.
    public var exposureTargetBias: ControlKey<Double> { ControlKey(.exposureTargetBias) }
    /// Where the frame is to be exposed right, in the normalised stored frame.
    public var exposurePointOfInterest: ControlKey<Point> {
        ControlKey(.exposurePointOfInterest)
    }
    /// Sensitivity as ISO 12232 counts it.
    public var iso: ControlKey<Double> { ControlKey(.iso) }
    /// Amplification, in the driver's own numbers.
    public var gain: ControlKey<Double> { ControlKey(.gain) }
    /// How white is found.
    public var whiteBalanceMode: ControlKey<WhiteBalanceMode> { ControlKey(.whiteBalanceMode) }
    /// The colour of the light, in kelvins.
    public var temperature: ControlKey<Double> { ControlKey(.temperature) }
    /// Magnification by the lens, 1 showing most.
    public var videoZoomFactor: ControlKey<Double> { ControlKey(.videoZoomFactor) }
    /// The opening of the lens, in the driver's own numbers.
    public var iris: ControlKey<Double> { ControlKey(.iris) }
    /// Whether the lamp shines.
    public var torchMode: ControlKey<LampMode> { ControlKey(.torchMode) }
    /// How bright the lamp shines, 0...1.
    public var torchLevel: ControlKey<Double> { ControlKey(.torchLevel) }
    /// Whether the lamp is ready to flash.
    public var flashMode: ControlKey<LampMode> { ControlKey(.flashMode) }
    /// Which flicker of lamps is filtered out.
    public var powerLineFrequency: ControlKey<PowerLineFrequency> {
        ControlKey(.powerLineFrequency)
    }
    /// Brightness, in the driver's own numbers, as all of the following.
    public var brightness: ControlKey<Double> { ControlKey(.brightness) }
    /// Contrast.
    public var contrast: ControlKey<Double> { ControlKey(.contrast) }
    /// Strength of colours.
    public var saturation: ControlKey<Double> { ControlKey(.saturation) }
    /// Turn of the colours.
    public var hue: ControlKey<Double> { ControlKey(.hue) }
    /// Emphasis of edges.
    public var sharpness: ControlKey<Double> { ControlKey(.sharpness) }
    /// Curve of brightness.
    public var gamma: ControlKey<Double> { ControlKey(.gamma) }
    /// How much light from behind is made up for.
    public var backlightCompensation: ControlKey<Double> { ControlKey(.backlightCompensation) }
}
