// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap help COMMAND...`
enum HelpCommand {
    struct Options: OptionGroup {
        @Option(
            .operands(
                "words",
                .text(
                    "COMMAND", allowed: "a command",
                    completion: .words(FacecapProgram.root.visibleSubcommands.map(\.name))),
                "The command to show help for."))
        var words: [String]

        /// The help of the command that was named.
        func text(for context: CommandContext) throws(FacecapError) -> String {
            let request = try CommandParser.parse(words + ["--help"], root: context.root)
            guard case .help(let command, let words) = request else { return "" }
            // The words that lead to the command begin with the program's name.
            if let extra = self.words.dropFirst(words.count - 1).first {
                throw FacecapError(
                    .invalidArgument,
                    "\(words.joined(separator: " ")) has no command \"\(extra)\"; see: facecap help"
                )
            }
            return HelpPage(command: command, words: words, for: context.output).text
        }
    }

    static let command = Command(
        name: "help", abstract: "show help for a command", options: Options.self
    ) { options, context throws(FacecapError) in
        try context.output.write(options.text(for: context))
        return .success
    }
}
