/// One option of a group: what the user gave for it, or what counts where they did not.
///
/// An ``OptionReader`` makes it and declares it with the same call. An option that nobody looks at does
/// nothing, so the invocation notes which ones were.
@propertyWrapper
struct Option<Value: Sendable>: Sendable {
    private let parameter: Parameter<Value>
    private let invocation: Invocation?

    /// - Parameter invocation: `nil` where nothing was given.
    init(_ parameter: Parameter<Value>, in invocation: Invocation?) {
        self.parameter = parameter
        self.invocation = invocation
    }

    var wrappedValue: Value {
        guard let invocation else { return parameter.value([]) }
        return invocation[parameter]
    }

    /// Whether the user gave it.
    var isGiven: Bool { invocation?.isGiven(parameter.declaration) == true }
}
