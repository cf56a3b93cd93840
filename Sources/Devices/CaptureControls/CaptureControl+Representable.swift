// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureControl {
    /// What the value of a control can be in Swift.
    public protocol Representable: Sendable, Hashable {
        /// The value; `nil` when it is of another kind.
        init?(controlValue: CaptureControl.Value)
        /// The value as controls have it.
        var controlValue: CaptureControl.Value { get }
    }
}

extension Double: CaptureControl.Representable {
    /// The number; `nil` when it is none.
    public init?(controlValue: CaptureControl.Value) {
        guard case .number(let number) = controlValue else { return nil }
        self = number
    }

    /// The number as controls have it.
    public var controlValue: CaptureControl.Value { .number(self) }
}

extension Point: CaptureControl.Representable {
    /// The place; `nil` when it is none.
    public init?(controlValue: CaptureControl.Value) {
        guard case .point(let point) = controlValue else { return nil }
        self = point
    }

    /// The place as controls have it.
    public var controlValue: CaptureControl.Value { .point(self) }
}

extension CaptureControl.Representable where Self: RawRepresentable, RawValue == String {
    /// The mode; `nil` when the word is none.
    public init?(controlValue: CaptureControl.Value) {
        guard case .choice(let word) = controlValue else { return nil }
        self.init(rawValue: word)
    }

    /// The mode as controls have it.
    public var controlValue: CaptureControl.Value { .choice(rawValue) }
}

extension CaptureControl.FocusMode: CaptureControl.Representable {}
extension CaptureControl.ExposureMode: CaptureControl.Representable {}
extension CaptureControl.WhiteBalanceMode: CaptureControl.Representable {}
extension CaptureControl.FocusStatus: CaptureControl.Representable {}
extension CaptureControl.AutoFocusRange: CaptureControl.Representable {}
extension CaptureControl.Switch: CaptureControl.Representable {}
extension CaptureControl.LampMode: CaptureControl.Representable {}
extension CaptureControl.PowerLineFrequency: CaptureControl.Representable {}
