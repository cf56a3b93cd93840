// SPDX-License-Identifier: Apache-2.0
/// What help, manual, completions and the parser have to know of one parameter of a command.
struct ParameterDeclaration: Sendable {
    /// How a parameter is given.
    enum Form: Sendable, Hashable {
        /// `--name`
        case flag
        /// `--name VALUE` or `--name=VALUE`
        case option
        /// `VALUE`, by its place
        case operand(isRequired: Bool, isRepeatable: Bool)
    }

    /// Without dashes; of an operand it is what the invocation knows it by.
    let name: String
    /// One letter, given after a single dash.
    let short: Character?
    let form: Form
    /// One sentence or more.
    let help: String
    /// What stands for the value in help: `FOLDER`; empty for a flag.
    let valueName: String
    /// What a value may be, to follow "expected"; empty for a flag.
    let allowed: String
    /// The value that counts where none is given, as the user would write it.
    let defaultText: String?
    /// The value that counts where the option is given without one; `nil` where it needs one. Of an option
    /// that does not, the value follows an equals sign.
    var impliedText: String?
    /// Whether every value counts that an option is given; otherwise the last one does.
    var isRepeatableOption = false
    let completion: Completion
    /// Whether a text is a value.
    let isValid: @Sendable (String) -> Bool

    /// `--name` or, of an operand, its name.
    var label: String { isOperand ? name : "--\(name)" }

    /// The first phrase of the help, without a full stop.
    var brief: String { String(help.prefix { $0 != "." && $0 != ":" }) }

    var isOperand: Bool {
        if case .operand = form { true } else { false }
    }

    /// Whether the next word is its value.
    var takesNextWord: Bool { form == .option && impliedText == nil }

    /// `-n, --name VALUE` or `--name[=VALUE]`, as help shows it.
    var synopsis: String {
        guard !isOperand else { return valueName }
        let name = (short.map { "-\($0), " } ?? "") + label
        guard form == .option else { return name }
        return name + (impliedText == nil ? " \(valueName)" : "[=\(valueName)]")
    }
}
