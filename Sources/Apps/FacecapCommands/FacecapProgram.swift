// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
import Facecap
import ProcessIsolation

/// The program `facecap`, whose `main` is one call.
package enum FacecapProgram {
    /// The program and its version, as movies, photos and the manual name it.
    static let nameAndVersion = "facecap \(facecapVersion)"

    /// Does not return where the program was started to decode for itself; first of all to be called.
    package static func serveIfAsked() {
        IsolatedFileInput.serveIfAsked()
    }

    /// Does what the program's command line asks for; data goes to standard output, what is said to people to
    /// standard error. The process gives up rights that it does not need.
    ///
    /// - Returns: the exit code, see `facecap --help`; that of a refusal of the system where the command line is not
    ///   known.
    @MainActor
    package static func run() async -> Int32 {
        let messages = Messages()
        guard let words = ProcessArguments.texts else {
            messages.say("The system does not show the command line; mount /proc.")
            return ExitCode.system.rawValue
        }
        ProcessSetup.prepare()
        ProcessRights.giveUpPrivileges()
        let code = await run(
            Array(words.dropFirst()), output: StandardOutput(), messages: messages)
        IsolationHost.shared.finish()
        return code.rawValue
    }

    @MainActor
    private static func run(
        _ arguments: [String], output: StandardOutput, messages: Messages
    ) async -> ExitCode {
        do throws(FacecapError) {
            try MemoryCheck.requireRoom(for: "facecap")
            switch try CommandParser.parse(arguments, root: root) {
            case .help(let command, let words):
                try output.write(HelpPage(command: command, words: words, for: output).text)
                return .success
            case .run(let command, let invocation):
                let context = CommandContext(root: root, output: output, messages: messages)
                if let text = try explanation(command, invocation, context) {
                    try output.write(text)
                    return .success
                }
                try command.check(invocation)
                try ProcessSetup.checkProc()
                try ProcessSetup.checkDescriptors()
                try ProcessSetup.checkThreads()
                if !command.usesNetwork { ProcessRights.giveUpNetwork() }
                return try await perform(command, invocation, context)
            }
        } catch {
            messages.say(error.message)
            return ExitCode(error.code)
        }
    }

    /// What a command says that says only what the program is and understands, at once and on this thread: the
    /// system ends a program that has others where /proc is hidden. `nil` for all other commands.
    private static func explanation(
        _ command: Command, _ invocation: Invocation, _ context: CommandContext
    ) throws(FacecapError) -> String? {
        switch command.name {
        case root.name: OptionReader.read(Options.self, from: invocation).text(for: context)
        case HelpCommand.command.name:
            try OptionReader.read(HelpCommand.Options.self, from: invocation).text(for: context)
        default: nil
        }
    }

    /// Does what a command was asked for, on a thread of its own.
    static func perform(
        _ command: Command, _ invocation: Invocation, _ context: CommandContext
    ) async throws(FacecapError) -> ExitCode {
        var messages = context.messages
        messages.isQuiet = invocation[Command.quiet]
        let context = CommandContext(
            root: context.root, output: context.output, messages: messages)
        guard let action = command.action else { return .success }
        do throws(FacecapError) {
            return try await CommandThread.run { () async throws(FacecapError) in
                try await action(invocation, context)
            }
        } catch {
            throw error.ofCommand
        }
    }

    /// What the program understands without a command.
    struct Options: OptionGroup {
        @Option(.flag("version", short: "V", "Show the version.")) var showsVersion: Bool

        /// What the program says of itself.
        fileprivate func text(for context: CommandContext) -> String {
            showsVersion
                ? "\(nameAndVersion)\n"
                : HelpPage(command: context.root, words: ["facecap"], for: context.output).text
        }
    }

    /// All commands.
    static let root = Command(
        name: "facecap",
        abstract: "capture face metadata: positions, ids and head angles",
        discussion: [
            "Detects and tracks faces in the frames of a camera, a file, a stream or a synthetic"
                + " camera, and writes their metadata for every frame.",
            "Standard output carries only data; messages go to standard error.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap live", meaning: "Shows the faces in front of the first camera."),
            Command.Example(
                line: "facecap help live", meaning: "Shows the options of live."),
            Command.Example(
                line: "facecap doctor",
                meaning: "Reports what works on this machine, and suggests remedies for what"
                    + " does not."),
        ],
        subcommands: [
            LiveOptions.command, RecordOptions.command, PhotoOptions.command,
            AnalyzeOptions.command,
            PlanCommand.command, DetectCommand.command, MergeCommand.command,
            RedactOptions.command,
            EvaluateCommand.command,
            RenderOptions.command,
            RecoverCommand.command, JoinCommand.command, RemuxCommand.command, StripCommand.command,
            ModelsCommand.command,
            InspectCommand.command, ExportCommand.command, ReportCommand.command,
            DevicesCommand.command, ControlsCommand.command,
            DoctorCommand.command, CompletionsCommand.command, HelpCommand.command,
            ManualCommand.command,
        ]
    ) { options, context throws(FacecapError) in
        try context.output.write(options.text(for: context))
        return .success
    }
}
