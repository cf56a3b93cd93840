// SPDX-License-Identifier: Apache-2.0
/// One property of a camera: what it can be, what it is, and what it was made with.
public struct CaptureControl: Sendable, Hashable {
    /// What a control can be set to.
    public enum Domain: Sendable, Hashable {
        /// Numbers between two, each a whole number of steps above the lower one.
        case range(ClosedRange<Double>, step: Double)
        /// These numbers alone, in ascending order.
        case numbers([Double])
        /// These words.
        case choices([String])
        /// A place in the normalized frame.
        case point
    }

    /// Which property it is.
    public let name: Name
    /// What it can be set to.
    public let domain: Domain
    /// What its numbers count: `s`, `EV`, `K`, `x`, `Hz`; `nil` where they count nothing known.
    public let unit: String?
    /// What the driver makes it at first; `nil` where it does not say.
    public let defaultValue: CaptureControl.Value?
    /// What it is; `nil` where the driver does not say.
    public let value: CaptureControl.Value?
    /// The driver's own number for ``value``.
    public let rawValue: Int64?
    /// Whether it has an effect now; one that an automatic mode rules has none until it is set,
    /// which ends that mode.
    public let isActive: Bool
    /// Whether it can be read alone.
    public let isReadOnly: Bool
    /// Whether the driver asks the camera for ``value`` each time, so that it is right also while an automatic
    /// mode rules it.
    package var isMeasured = false

    /// What the camera works with, as far as that is known: of a number that an automatic mode rules, what the
    /// driver reads from the camera, and not what was set last.
    package var valueInUse: CaptureControl.Value? {
        isActive || isMeasured || isReadOnly ? value : nil
    }

    /// A control as a driver describes it.
    public init(
        name: Name, domain: Domain, unit: String? = nil,
        defaultValue: CaptureControl.Value? = nil, value: CaptureControl.Value? = nil,
        rawValue: Int64? = nil,
        isActive: Bool = true, isReadOnly: Bool = false
    ) {
        self.name = name
        self.domain = domain
        self.unit = unit
        self.defaultValue = defaultValue
        self.value = value
        self.rawValue = rawValue
        self.isActive = isActive
        self.isReadOnly = isReadOnly
    }
}
