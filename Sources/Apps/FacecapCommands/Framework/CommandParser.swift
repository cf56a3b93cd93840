// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Reads the words after the program's name.
struct CommandParser {
    /// What the words ask for.
    enum Request {
        case run(Command, Invocation)
        /// The help of the command that the words lead to, the program's name first.
        case help(Command, words: [String])
    }

    private var command: Command
    private var words: [String]
    private var invocation: Invocation
    private var operands: [String] = []
    private var rest: ArraySlice<String>

    /// Reads `arguments` by the table below `root`.
    ///
    /// - Throws: `.invalidArgument` that names the word, what is allowed and
    ///   where help is.
    static func parse(_ arguments: [String], root: Command) throws(FacecapError) -> Request {
        var parser = CommandParser(command: root, arguments: arguments)
        return try parser.parse()
    }

    private init(command: Command, arguments: [String]) {
        self.command = command
        invocation = Invocation(of: command)
        self.words = [command.name]
        self.rest = arguments[...]
    }

    private mutating func parse() throws(FacecapError) -> Request {
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                rest = []
            } else if word.hasPrefix("--") {
                try readLongOption(word.dropFirst(2))
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShortOption(word.dropFirst())
            } else if !command.subcommands.isEmpty {
                try descend(word)
            } else {
                operands.append(word)
            }
            if invocation[Command.help] { return .help(command, words: words) }
        }
        try assignOperands()
        if command.action == nil { return .help(command, words: words) }
        return .run(command, invocation)
    }

    private mutating func descend(_ word: String) throws(FacecapError) {
        guard let next = command.subcommands.first(where: { $0.name == word }) else {
            let known = command.visibleSubcommands.map(\.name)
            throw failure(
                "There is no command \"\(words.dropFirst().map { $0 + " " }.joined())\(word)\""
                    + Suggestion.text(for: word, among: known))
        }
        let lost = command.options.first { option in
            invocation.isGiven(option) && !next.options.contains { $0.name == option.name }
        }
        if let lost { throw failure("\(lost.label) takes no command") }
        command = next
        invocation = Invocation(of: next, after: invocation)
        words.append(next.name)
    }

    private mutating func readLongOption(_ text: Substring) throws(FacecapError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = command.options.first(where: { $0.name == name }) else {
            let known = command.options.map(\.label)
            throw failure(
                "Unknown option --\(name)" + Suggestion.text(for: "--\(name)", among: known))
        }
        try read(option, attached: parts.count == 2 ? String(parts[1]) : nil)
    }

    /// `-n VALUE`, `-nVALUE`, `-n` and, where they are flags, several letters after one dash.
    private mutating func readShortOption(_ text: Substring) throws(FacecapError) {
        var letters = text
        while let letter = letters.popFirst() {
            guard let option = command.options.first(where: { $0.short == letter }) else {
                throw failure("Unknown option -\(letter)")
            }
            if option.form == .flag {
                try read(option, attached: nil)
            } else {
                try read(option, attached: letters.isEmpty ? nil : String(letters))
                letters = ""
            }
        }
    }

    private mutating func read(
        _ option: ParameterDeclaration, attached: String?
    ) throws(FacecapError) {
        if option.form == .flag {
            guard attached == nil else { throw failure("\(option.label) takes no value") }
            invocation.add("", to: option)
            return
        }
        guard let text = attached ?? option.impliedText ?? takeValue() else {
            throw failure("\(option.label) needs a value: expected \(option.allowed)")
        }
        try add(text, to: option)
    }

    /// The next word, unless it is an option itself; `-` and what begins like a negative number are values.
    private mutating func takeValue() -> String? {
        guard let next = rest.first else { return nil }
        let isOption =
            next.hasPrefix("-") && next.dropFirst().first.map { !$0.isNumber && $0 != "." } == true
        return isOption ? nil : rest.popFirst()
    }

    private mutating func assignOperands() throws(FacecapError) {
        var texts = operands[...]
        for operand in command.operands {
            guard case .operand(let isRequired, let isRepeatable) = operand.form else { continue }
            if isRequired, texts.isEmpty {
                throw failure("\(operand.valueName) is missing: expected \(operand.allowed)")
            }
            for _ in 0..<(isRepeatable ? texts.count : min(1, texts.count)) {
                try add(texts.removeFirst(), to: operand)
            }
        }
        if let extra = texts.first { throw failure("Unexpected argument \"\(extra)\"") }
    }

    private mutating func add(
        _ text: String, to parameter: ParameterDeclaration
    ) throws(FacecapError) {
        guard parameter.isValid(text) else {
            throw failure("\(parameter.label) \"\(text)\": expected \(parameter.allowed)")
        }
        invocation.add(text, to: parameter)
    }

    private func failure(_ text: String) -> FacecapError {
        let help = (words + ["--help"]).joined(separator: " ")
        return FacecapError(.invalidArgument, "\(text); see: \(help)")
    }
}
