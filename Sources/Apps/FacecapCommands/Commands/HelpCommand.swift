import Facecap

/// `facecap help COMMAND...`
enum HelpCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operands(
                "words", .text("COMMAND", allowed: "a command"),
                "The command to show the help of."))
        var words: [String]
    }

    static let command = Command(
        name: "help", abstract: "show the help of a command", options: Options.self
    ) { options, context throws(FacecapError) in
        let request = try CommandParser.parse(
            options.words + ["--help"], root: context.root)
        if case .help(let command, let words) = request {
            try context.output.write(
                HelpPage(command: command, words: words, for: context.output).text)
        }
        return .success
    }
}
