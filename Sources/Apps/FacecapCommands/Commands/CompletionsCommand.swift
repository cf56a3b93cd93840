// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap completions bash|zsh|fish`
enum CompletionsCommand {
    struct Options: OptionGroup {
        @Option(
            .operand(
                "shell", .choice, isRequired: true, "The shell to write the script for."))
        var shell: CompletionShell?
    }

    static let command = Command(
        name: "completions", abstract: "write the completion script for a shell",
        options: Options.self,
        examples: [
            Command.Example(
                line: "source <(facecap completions bash)",
                meaning: "Enables completion in the current bash.")
        ]
    ) { options, context throws(FacecapError) in
        if let shell = options.shell {
            try context.output.write(CompletionScript(root: context.root).text(for: shell))
        }
        return .success
    }
}
