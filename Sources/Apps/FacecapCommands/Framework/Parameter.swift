// SPDX-License-Identifier: Apache-2.0
/// One parameter of a command together with the type of what it means.
struct Parameter<Value: Sendable>: Sendable {
    let declaration: ParameterDeclaration
    /// What the given texts mean, none of which the parser has let pass unless it is valid.
    let value: @Sendable ([String]) -> Value
}

extension Parameter<Bool> {
    /// `--name`: on or off.
    static func flag(_ name: String, short: Character? = nil, _ help: String) -> Parameter {
        Parameter(
            declaration: ParameterDeclaration(
                name: name, short: short, form: .flag, help: help, valueName: "", allowed: "",
                defaultText: nil, completion: .nothing, isValid: { _ in false })
        ) { !$0.isEmpty }
    }
}

extension Parameter {
    /// `--name VALUE`, with a value that counts where none is given; the last one given wins.
    static func option(
        _ name: String, short: Character? = nil, _ reader: ValueReader<Value>,
        default defaultValue: Value, _ help: String
    ) -> Parameter {
        Parameter(
            declaration: declaration(
                name, short, .option, reader, help, defaultText: reader.write(defaultValue))
        ) { $0.last.flatMap(reader.read) ?? defaultValue }
    }

    /// `--name VALUE` or nothing; the last one given wins.
    static func option<Wrapped>(
        _ name: String, short: Character? = nil, _ reader: ValueReader<Wrapped>, _ help: String
    ) -> Parameter where Value == Wrapped? {
        Parameter(declaration: declaration(name, short, .option, reader, help)) {
            $0.last.flatMap(reader.read)
        }
    }

    /// `--name`, `--name=VALUE` or nothing; the last one given wins.
    ///
    /// - Parameter implied: what it means without a value.
    static func option<Wrapped>(
        _ name: String, _ reader: ValueReader<Wrapped>, implied: Wrapped, _ help: String
    ) -> Parameter where Value == Wrapped? {
        var declaration = declaration(name, nil, .option, reader, help)
        declaration.impliedText = reader.write(implied)
        return Parameter(declaration: declaration) { $0.last.flatMap(reader.read) }
    }

    /// `--name VALUE`, any number of times, with values that count where none is given.
    static func options<Element>(
        _ name: String, short: Character? = nil, _ reader: ValueReader<Element>,
        default defaultValues: [Element] = [], _ help: String
    ) -> Parameter where Value == [Element] {
        let defaultText =
            defaultValues.isEmpty
            ? nil : defaultValues.map(reader.write).joined(separator: " ")
        var declaration = declaration(
            name, short, .option, reader, help, defaultText: defaultText)
        declaration.isRepeatableOption = true
        return Parameter(declaration: declaration) {
            $0.isEmpty ? defaultValues : $0.compactMap(reader.read)
        }
    }

    /// Any number of values by their place, the last thing a command takes.
    static func operands<Element>(
        _ name: String, _ reader: ValueReader<Element>, isRequired: Bool = false, _ help: String
    ) -> Parameter where Value == [Element] {
        Parameter(
            declaration: declaration(
                name, nil, .operand(isRequired: isRequired, isRepeatable: true), reader, help)
        ) { $0.compactMap(reader.read) }
    }

    /// A value by its place, which has to be there unless the command can do without.
    static func operand<Wrapped>(
        _ name: String, _ reader: ValueReader<Wrapped>, isRequired: Bool, _ help: String
    ) -> Parameter where Value == Wrapped? {
        Parameter(
            declaration: declaration(
                name, nil, .operand(isRequired: isRequired, isRepeatable: false), reader, help)
        ) { $0.last.flatMap(reader.read) }
    }

    private static func declaration<Read>(
        _ name: String, _ short: Character?, _ form: ParameterDeclaration.Form,
        _ reader: ValueReader<Read>, _ help: String, defaultText: String? = nil
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name: name, short: short, form: form, help: help, valueName: reader.valueName,
            allowed: reader.allowed, defaultText: defaultText, completion: reader.completion,
            isValid: { reader.read($0) != nil })
    }
}
