// SPDX-License-Identifier: Apache-2.0
/// One option of a group: how it is given, and what the user gave for it or what counts where they did not.
///
/// An option that nobody looks at does nothing, so the invocation notes which ones were.
@propertyWrapper
struct Option<Value: Sendable>: Sendable {
    private let parameter: Parameter<Value>
    /// `nil` where options are declared alone.
    private let invocation: Invocation?

    /// Declares an option of the group that is made.
    init(_ parameter: Parameter<Value>) {
        self.parameter = parameter
        invocation = OptionReader.declare(parameter.declaration)
    }

    var wrappedValue: Value {
        guard let invocation else { return parameter.value([]) }
        return invocation[parameter]
    }

    /// Whether the user gave it.
    var isGiven: Bool { invocation?.isGiven(parameter.declaration) == true }
}

/// What a user may have given.
private protocol Givable {
    var isGiven: Bool { get }
}

extension Option: Givable {}

extension OptionGroup {
    /// Whether the user gave any option of the group, or of the groups in it.
    var isAnyGiven: Bool {
        Mirror(reflecting: self).children.contains { _, value in
            (value as? any Givable)?.isGiven == true
                || (value as? any OptionGroup)?.isAnyGiven == true
        }
    }
}
