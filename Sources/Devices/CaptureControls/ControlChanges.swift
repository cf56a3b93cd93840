public import FaceValues

/// Properties to be changed together: `changes.focusMode = .locked`.
@dynamicMemberLookup
public struct ControlChanges: Sendable, Hashable {
    /// What is to be changed to what.
    public var values: [ControlName: ControlValue] = [:]

    /// No changes.
    public init() {}

    /// What a property is to become; `nil` leaves it.
    public subscript<Value>(
        dynamicMember key: KeyPath<ControlKeys, ControlKey<Value>>
    ) -> Value? {
        get { values[ControlKeys()[keyPath: key].name].flatMap(Value.init(controlValue:)) }
        set { values[ControlKeys()[keyPath: key].name] = newValue?.controlValue }
    }

    /// The changes as the controls of `state` can have them.
    ///
    /// Throws `.formatUnsupported` for a control the camera does not have, `.invalidArgument` for a
    /// value the control cannot have.
    public func validated(for state: ControlState) throws(FacecapError) -> ControlChanges {
        var result = ControlChanges()
        for name in ControlName.allCases {
            guard let value = values[name] else { continue }
            guard let control = state[name] else {
                let known = state.controls.map(\.name.rawValue).joined(separator: ", ")
                throw FacecapError(
                    .formatUnsupported,
                    "The camera has no control \(name.rawValue), only "
                        + "\(known.isEmpty ? "none" : known)."
                )
            }
            result.values[name] = try control.validated(value)
        }
        return result
    }
}
