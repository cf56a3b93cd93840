// SPDX-License-Identifier: Apache-2.0
extension CaptureControl {
    /// All properties of a camera at one moment: `state.focusMode.isSupported`,
    /// `state.exposureDuration.range`.
    @dynamicMemberLookup
    public struct State: Sendable, Hashable {
        /// Those the camera has, in the order of ``CaptureControl/Name``.
        public let controls: [CaptureControl]

        /// The properties a camera has.
        public init(_ controls: [CaptureControl]) { self.controls = controls }

        /// A property by its name; `nil` where the camera has none such.
        public subscript(name: Name) -> CaptureControl? {
            controls.first { $0.name == name }
        }

        /// A property with its type, supported or not.
        public subscript<Value>(
            dynamicMember key: KeyPath<Keys, Key<Value>>
        ) -> Property<Value> {
            Property(control: self[Keys()[keyPath: key].name])
        }
    }
}
