import Facecap

/// `facecap help COMMAND...`
enum HelpCommand {
    private static let words: Parameter<[String]> = .operands(
        "words", .text("COMMAND", allowed: "a command"), "The command to show the help of.")

    /// What the command understands.
    struct Options: OptionGroup {
        @Option var words: [String]

        init(_ options: inout OptionReader) {
            _words = options.read(HelpCommand.words)
        }
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
