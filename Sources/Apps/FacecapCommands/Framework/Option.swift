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
