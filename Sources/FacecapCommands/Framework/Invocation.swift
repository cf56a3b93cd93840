/// What a user gave to a command; every text in it was accepted by its parameter.
struct Invocation: Sendable {
    private var given: [String: [String]] = [:]

    /// What a parameter means in this invocation.
    subscript<Value>(parameter: Parameter<Value>) -> Value {
        parameter.value(texts(of: parameter.declaration))
    }

    /// What was given for a parameter, in the order it was given.
    func texts(of declaration: ParameterDeclaration) -> [String] { given[declaration.name] ?? [] }

    /// Adds what was given for a parameter.
    mutating func add(_ text: String, to declaration: ParameterDeclaration) {
        given[declaration.name, default: []].append(text)
    }
}
