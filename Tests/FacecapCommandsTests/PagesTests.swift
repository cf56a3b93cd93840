import TestSupport
import Testing

@testable import FacecapCommands

@Suite struct PagesTests {
    @Test func helpOfACommandShowsAllItsParts() {
        let page = HelpPage(command: ExampleProgram.read, words: ["example", "read"])
        #expect(
            page.text == #"""
                example read - read files

                Usage: example read [options] FILE [OTHER...]

                It's "all" there: C:\ and ~.

                Arguments:
                  FILE                    What to read.
                  OTHER                   What else to read.

                Options:
                  -c, --count N           How many. (default: 2)
                      --colour red|green  Which one.
                      --folder FOLDER     Where. And where else.
                  -l, --loud              Not quietly.
                  -h, --help              Show this help.

                Examples:
                  example read a
                      Reads a.

                """#)
    }

    @Test func helpOfAGroupShowsItsCommandsButNotHiddenOnes() {
        let store = ExampleProgram.root.subcommands[1]
        #expect(
            HelpPage(command: store, words: ["example", "store"]).text == """
                example store - keep things

                Usage: example store COMMAND [options]

                Commands:
                  list                    show them

                Options:
                  -h, --help              Show this help.

                """)
        let all = HelpPage(command: ExampleProgram.root, words: ["example"]).text
        #expect(!all.contains("secret"))
    }

    @Test func helpOfTheProgramListsEveryExitCodeAndVariable() {
        let page = HelpPage(command: FacecapProgram.root, words: ["facecap"]).text
        for code in ExitCode.all { #expect(page.contains("\n  \(code.rawValue) ")) }
        for variable in EnvironmentVariable.all { #expect(page.contains("\n  \(variable.name) ")) }
    }

    @Test func noPageIsWiderThanATerminal() {
        for (words, command) in FacecapProgram.root.walk() {
            for line in HelpPage(command: command, words: words).text.split(separator: "\n") {
                #expect(line.count <= TextLayout.width, "\(line)")
            }
        }
    }

    @Test func theManualIsWhatManUnderstandsAndKeepsDashesQuotesAndDots() {
        let text = ManualPage(root: ExampleProgram.root).text
        #expect(text.hasPrefix(".TH FACECAP 1 "))
        #expect(text.contains("\n\\&.dots stay dots\n"))
        #expect(text.contains("\n.SS \"example read [options] FILE [OTHER...]\"\n"))
        #expect(text.contains("\n.B \\-c, \\-\\-count N\nHow many. (default: 2)\n"))
        #expect(text.contains("\nIt\\(aqs \\(dqall\\(dq there: C:\\e and \\(ti.\n"))
    }

    @Test(.enabled(if: Shell.has("groff"), "needs groff"))
    func groffHasNothingToSayAboutTheManual() async throws {
        let result = try await CommandRunner.run(
            ["groff", "-man", "-Tutf8", "-ww", "-z"], of: "/usr/bin/env",
            input: Array(ManualPage(root: FacecapProgram.root).text.utf8))
        #expect(result.exitCode == 0)
        #expect(result.messages == "")
    }

    @Test(arguments: CompletionShell.allCases)
    func aShellReadsItsCompletionsWithoutAnError(shell: CompletionShell) async throws {
        try #require(Shell.has(shell.rawValue) || shell != .bash)
        guard Shell.has(shell.rawValue) else { return }
        let folder = try TemporaryFolder()
        let script = CompletionScript(root: FacecapProgram.root).text(for: shell)
        let path = try folder.write(Array(script.utf8), to: "script")
        let result = try await CommandRunner.run(
            [shell.rawValue, "-n", path], of: "/usr/bin/env")
        #expect(result.exitCode == 0)
        #expect(result.messages == "")
    }

    @Test(arguments: [
        (["facecap", "li"], "live"), (["facecap", "models", ""], "list verify fetch --help"),
        (["facecap", "live", "--detector", ""], "auto yunet haar"),
        (["facecap", "live", "--detect"], "--detector --detect-every"),
        (["facecap", "completions", "z"], "zsh"), (["facecap", "live", "--model", ""], ""),
    ])
    func bashOffersWhatFits(words: [String], offer: String) async throws {
        let script = CompletionScript(root: FacecapProgram.root).text(for: .bash)
        let call = """
            \(script)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _facecap
            echo "${COMPREPLY[*]}"
            """
        let result = try await CommandRunner.run(
            ["bash", "-c", call, "bash"] + words, of: "/usr/bin/env")
        #expect(result.output == offer + "\n")
        #expect(result.messages == "")
    }

    @Test func fishGetsEveryOptionWithItsCommand() {
        let lines = CompletionScript(root: ExampleProgram.root).text(for: .fish)
            .split(separator: "\n")
        #expect(
            lines.contains(
                "complete -c facecap -n '__fish_seen_subcommand_from read' -l colour -x"
                    + " -a 'red green' -d 'Which one'"))
        #expect(
            lines.contains(
                "complete -c facecap -n 'not __fish_seen_subcommand_from read store' -a read"
                    + " -d 'read files'"))
    }

    @Test func zshGetsEveryOptionWithItsCommand() {
        let text = CompletionScript(root: ExampleProgram.root).text(for: .zsh)
        #expect(text.hasPrefix("#compdef facecap\n"))
        #expect(text.contains("\"example read --colour\") compadd -- red green; return ;;"))
        #expect(text.contains("            '--folder:Where'\n"))
    }
}
