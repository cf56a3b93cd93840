/// Hands options to the group that declares them.
struct OptionReader {
    /// `nil` where options are declared alone.
    private let invocation: Invocation?
    /// What was read so far, in order.
    private(set) var declarations: [ParameterDeclaration] = []

    /// - Parameter invocation: what the user gave; `nil` to learn what there is to give.
    init(_ invocation: Invocation? = nil) { self.invocation = invocation }

    /// Declares an option and reads it.
    mutating func read<Value>(_ parameter: Parameter<Value>) -> Option<Value> {
        declarations.append(parameter.declaration)
        return Option(parameter, in: invocation)
    }

    /// The names of those that were read so far and given, in the order of their declaration.
    var givenNames: [String] {
        declarations.filter { invocation?.isGiven($0) == true }.map(\.name)
    }
}
