// SPDX-License-Identifier: Apache-2.0
import Facecap

extension Command {
    /// A command that understands the options of a group and gets nothing else of the command line.
    init<Options: OptionGroup>(
        name: String, abstract: String, discussion: [String] = [], options: Options.Type,
        examples: [Example] = [], subcommands: [Command] = [], usesNetwork: Bool = false,
        action: @escaping @Sendable (Options, CommandContext) async throws(FacecapError) -> ExitCode
    ) {
        self.init(
            name: name, abstract: abstract, discussion: discussion,
            parameters: options.declarations, rules: OptionReader.rules(of: options),
            examples: examples, subcommands: subcommands,
            usesNetwork: usesNetwork
        ) { invocation, context throws(FacecapError) in
            try await action(OptionReader.read(Options.self, from: invocation), context)
        }
    }
}
