// SPDX-License-Identifier: Apache-2.0
import Facecap
import Synchronization

/// One command, and everything that parsing, help, manual and completions know of it.
struct Command: Sendable {
    /// What a command does; it runs on the thread `fc.command`, which it may block.
    typealias Action =
        @Sendable (Invocation, CommandContext) async throws(FacecapError) -> ExitCode

    /// A call and what it does.
    struct Example: Sendable {
        let line: String
        let meaning: String
    }

    /// Parameters that are declared when they are asked for first: a run needs those of one command, and to declare
    /// those of all takes 2 ms.
    private final class Parameters: Sendable {
        private let declare: @Sendable () -> [ParameterDeclaration]
        private let declared = Mutex<[ParameterDeclaration]?>(nil)

        init(_ declare: @escaping @Sendable () -> [ParameterDeclaration]) { self.declare = declare }

        var all: [ParameterDeclaration] {
            declared.withLock { declared in
                let parameters = declared ?? declare()
                declared = parameters
                return parameters
            }
        }
    }

    let name: String
    /// A few words without a full stop.
    let abstract: String
    /// Paragraphs.
    let discussion: [String]
    private let declared: Parameters
    let examples: [Example]
    let subcommands: [Command]
    /// What of its options is refused beside others.
    let rules: @Sendable () -> [OptionRule]
    /// Left out of help and completions.
    let isHidden: Bool
    /// Whether it may have to do with other machines.
    let usesNetwork: Bool
    /// `nil` where a subcommand has to be named.
    let action: Action?

    init(
        name: String, abstract: String, discussion: [String] = [],
        parameters: @escaping @autoclosure @Sendable () -> [ParameterDeclaration] = [],
        rules: @escaping @autoclosure @Sendable () -> [OptionRule] = [],
        examples: [Example] = [], subcommands: [Command] = [], isHidden: Bool = false,
        usesNetwork: Bool = false, action: Action? = nil
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        declared = Parameters(parameters)
        self.rules = rules
        self.examples = examples
        self.subcommands = subcommands
        self.isHidden = isHidden
        self.usesNetwork = usesNetwork
        self.action = action
    }

    var parameters: [ParameterDeclaration] { declared.all }

    /// Throws for the first option that would do nothing, or contradicts another.
    func check(_ invocation: Invocation) throws(FacecapError) {
        for rule in rules() {
            if let refusal = rule.refusal(of: invocation, parameters) {
                throw FacecapError(.invalidArgument, refusal)
            }
        }
    }

    /// The parameters given by name, those of every command last.
    var options: [ParameterDeclaration] {
        parameters.filter { !$0.isOperand } + [Self.quiet.declaration, Self.help.declaration]
    }

    var operands: [ParameterDeclaration] { parameters.filter(\.isOperand) }

    var visibleSubcommands: [Command] { subcommands.filter { !$0.isHidden } }

    /// Understood by every command.
    static let quiet = Parameter.flag(
        "quiet", short: "q", "Print only warnings and errors to standard error.")

    /// Understood by every command.
    static let help = Parameter.flag("help", short: "h", "Show this help.")

    /// `[options] [NAME...]`: what may follow the command's name.
    var usage: String {
        if !subcommands.isEmpty { return "COMMAND [options]" }
        let places = operands.map { operand in
            guard case .operand(let isRequired, let isRepeatable) = operand.form else { return "" }
            let value = operand.valueName + (isRepeatable ? "..." : "")
            return isRequired ? value : "[\(value)]"
        }
        return (["[options]"] + places).joined(separator: " ")
    }

    /// The command itself and all visible ones below it, each with the words that lead to it.
    func walk(_ words: [String] = []) -> [(words: [String], command: Command)] {
        let here = words + [name]
        return [(here, self)] + visibleSubcommands.flatMap { $0.walk(here) }
    }
}
