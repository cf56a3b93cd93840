/// All properties of a camera at one moment: `state.focusMode.isSupported`,
/// `state.exposureDuration.range`.
@dynamicMemberLookup
public struct ControlState: Sendable, Hashable {
    /// Those the camera has, in the order of ``ControlName``.
    public let controls: [CaptureControl]

    /// The properties a camera has.
    public init(_ controls: [CaptureControl]) { self.controls = controls }

    /// A property by its name; `nil` where the camera has none such.
    public subscript(name: ControlName) -> CaptureControl? {
        controls.first { $0.name == name }
    }

    /// A property with its type, supported or not.
    public subscript<Value>(
        dynamicMember key: KeyPath<ControlKeys, ControlKey<Value>>
    ) -> ControlProperty<Value> {
        ControlProperty(control: self[ControlKeys()[keyPath: key].name])
    }
}
