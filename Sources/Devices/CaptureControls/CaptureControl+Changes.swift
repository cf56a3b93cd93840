// SPDX-License-Identifier: Apache-2.0
public import FaceValues

extension CaptureControl {
    /// Properties to be changed together: `changes.focusMode = .locked`.
    @dynamicMemberLookup
    public struct Changes: Sendable, Hashable {
        /// What is to be changed to what.
        public var values: [Name: CaptureControl.Value] = [:]

        /// No changes.
        public init() {}

        /// What a property is to become; `nil` leaves it.
        public subscript<Value>(
            dynamicMember key: KeyPath<Keys, Key<Value>>
        ) -> Value? {
            get { values[Keys()[keyPath: key].name].flatMap(Value.init(controlValue:)) }
            set { values[Keys()[keyPath: key].name] = newValue?.controlValue }
        }

        /// The changes as the controls of `state` can have them.
        ///
        /// Throws `.formatUnsupported` for a control the camera does not have, `.invalidArgument` for a
        /// value the control cannot have.
        public func validated(for state: State) throws(FacecapError) -> Changes {
            var result = Changes()
            for name in Name.allCases {
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
}
