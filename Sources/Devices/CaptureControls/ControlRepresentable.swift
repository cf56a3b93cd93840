public import FaceValues

/// What the value of a control can be in Swift.
public protocol ControlRepresentable: Sendable, Hashable {
    /// The value; `nil` when it is of another kind.
    init?(controlValue: ControlValue)
    /// The value as controls have it.
    var controlValue: ControlValue { get }
}

extension Double: ControlRepresentable {
    /// The number; `nil` when it is none.
    public init?(controlValue: ControlValue) {
        guard case .number(let number) = controlValue else { return nil }
        self = number
    }

    /// The number as controls have it.
    public var controlValue: ControlValue { .number(self) }
}

extension Point: ControlRepresentable {
    /// The place; `nil` when it is none.
    public init?(controlValue: ControlValue) {
        guard case .point(let point) = controlValue else { return nil }
        self = point
    }

    /// The place as controls have it.
    public var controlValue: ControlValue { .point(self) }
}

extension ControlRepresentable where Self: RawRepresentable, RawValue == String {
    /// The mode; `nil` when the word is none.
    public init?(controlValue: ControlValue) {
        guard case .choice(let word) = controlValue else { return nil }
        self.init(rawValue: word)
    }

    /// The mode as controls have it.
    public var controlValue: ControlValue { .choice(rawValue) }
}

extension FocusMode: ControlRepresentable {}
extension ExposureMode: ControlRepresentable {}
extension WhiteBalanceMode: ControlRepresentable {}
extension LampMode: ControlRepresentable {}
extension PowerLineFrequency: ControlRepresentable {}
