// SPDX-License-Identifier: Apache-2.0
/// The text of `--help`.
struct HelpPage {
    let command: Command
    /// What leads to the command, the program's name first.
    let words: [String]
    /// Columns of a line.
    var width = TextLayout.width

    var text: String {
        let name = words.joined(separator: " ")
        var sections = ["\(name) - \(command.abstract)", "Usage: \(name) \(command.usage)"]
            .map { TextLayout.wrap($0, width: width) }
        sections += command.discussion.map { TextLayout.wrap($0, width: width) }
        add("Commands:", command.visibleSubcommands.map { ($0.name, $0.abstract) }, to: &sections)
        add("Arguments:", command.operands.map(Self.row), to: &sections)
        add("Options:", command.options.map(Self.row), to: &sections)
        if !command.examples.isEmpty {
            let lines = command.examples.map {
                TextLayout.wrap($0.line, indent: 2, width: width) + "\n"
                    + TextLayout.wrap($0.meaning, indent: 6, width: width)
            }
            sections.append((["Examples:"] + lines).joined(separator: "\n"))
        }
        if words.count == 1 {
            let variables = EnvironmentVariable.all.map { ($0.name, $0.meaning) }
            add("Environment:", variables, to: &sections)
            let codes = ExitCode.all.map { ("\($0.rawValue)", $0.meaning) }
            add("Exit codes:", codes, column: 8, to: &sections)
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private func add(
        _ title: String, _ rows: [(term: String, meaning: String)], column: Int = 26,
        to sections: inout [String]
    ) {
        guard !rows.isEmpty else { return }
        sections.append(title + "\n" + TextLayout.table(rows, column: column, width: width))
    }

    private static func row(_ parameter: ParameterDeclaration) -> (term: String, meaning: String) {
        let margin = parameter.isOperand || parameter.short != nil ? "" : "    "
        return (margin + parameter.synopsis, meaning(of: parameter))
    }

    /// The help of a parameter with its default.
    static func meaning(of parameter: ParameterDeclaration) -> String {
        parameter.help + (parameter.defaultText.map { " (default: \($0))" } ?? "")
    }
}

extension HelpPage {
    /// A page that fits where it is shown: a terminal of 40 to 80 columns, or anything else.
    init(command: Command, words: [String], for output: StandardOutput) {
        self.init(command: command, words: words)
        if let size = TerminalSize(of: output.descriptor) {
            width = min(TextLayout.width, max(40, size.columns))
        }
    }
}
