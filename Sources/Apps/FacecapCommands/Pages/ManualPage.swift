// SPDX-License-Identifier: Apache-2.0
/// The manual page `facecap(1)` in the language of `man(7)`.
struct ManualPage {
    let root: Command

    var text: String {
        var lines = [
            ".TH FACECAP 1 \"\" \"\(FacecapProgram.nameAndVersion)\" \"User Commands\"",
            // What is typed must not be hyphenated.
            ".nh",
            ".SH NAME", Self.escape("\(root.name) - \(root.abstract)"),
            ".SH SYNOPSIS", ".B \(root.name)", Self.escape(root.usage),
            ".SH DESCRIPTION",
        ]
        lines += root.discussion.map { [Self.escape($0)] }.joined(separator: [".PP"])
        lines += root.options.flatMap(Self.entry)
        lines.append(".SH COMMANDS")
        for (words, command) in root.walk().dropFirst() {
            lines.append(".SS \"\(Self.escape((words + [command.usage]).joined(separator: " ")))\"")
            lines.append(
                Self.escape(
                    command.abstract.prefix(1).uppercased()
                        + command.abstract.dropFirst() + "."))
            lines += command.discussion.flatMap { [".PP", Self.escape($0)] }
            lines += (command.operands + command.options).flatMap(Self.entry)
        }
        lines.append(".SH EXAMPLES")
        for example in root.walk().flatMap(\.command.examples) {
            lines += Self.entry(example.line, example.meaning)
        }
        lines.append(".SH ENVIRONMENT")
        lines += EnvironmentVariable.all.flatMap { Self.entry($0.name, $0.meaning) }
        lines.append(".SH \"EXIT STATUS\"")
        lines += ExitCode.all.flatMap { Self.entry("\($0.rawValue)", $0.meaning + ".") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func entry(_ parameter: ParameterDeclaration) -> [String] {
        entry(parameter.synopsis, HelpPage.meaning(of: parameter))
    }

    private static func entry(_ term: String, _ meaning: String) -> [String] {
        [".TP", ".B \(escape(term))", escape(meaning)]
    }

    /// Text as it is: no dash becomes a hyphen, no line a request, no quote the end of an argument.
    private static func escape(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("\"", with: "\\(dq").replacing("~", with: "\\(ti")
            .replacing("'", with: "\\(aq")
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
