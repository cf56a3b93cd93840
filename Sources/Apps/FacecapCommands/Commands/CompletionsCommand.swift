import Facecap

/// `facecap completions bash|zsh|fish`
enum CompletionsCommand {
    private static let shell: Parameter<CompletionShell?> = .operand(
        "shell", .choice, isRequired: true, "The shell to complete in.")

    static let command = Command(
        name: "completions", abstract: "write the completion script of a shell",
        parameters: [shell.declaration],
        examples: [
            Command.Example(
                line: "source <(facecap completions bash)",
                meaning: "Completes in this bash until it ends.")
        ]
    ) { invocation, context throws(FacecapError) in
        if let shell = invocation[shell] {
            try context.output.write(CompletionScript(root: context.root).text(for: shell))
        }
        return .success
    }
}
