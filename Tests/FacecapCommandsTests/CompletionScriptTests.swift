import Testing
import TestSupport

@testable import FacecapCommands

@Suite struct CompletionScriptTests {
    private static let hasBash = InstalledProgram.bash != nil

    private func script(_ shell: CompletionShell) -> String {
        CompletionScript(root: FacecapProgram.root).text(for: shell)
    }

    /// What bash offers for the last of `words`, which follow the program's name.
    private func offers(_ words: [String], in folder: String = "/") throws -> [String] {
        let call = """
            cd "$1" && shift
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            # Outside of a real completion there are no options to set.
            compopt() { :; }
            _facecap
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try Program.run(
            ["-c", script(.bash) + call, "bash", folder, "facecap"] + words,
            executable: InstalledProgram.bash)
        #expect(run.status == 0)
        #expect(run.errors == "")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: hasBash, "needs bash")) func bashUnderstandsTheScript() throws {
        let run = try Program.run(
            ["-n"], executable: InstalledProgram.bash, input: script(.bash))
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test(
        .enabled(if: hasBash, "needs bash"),
        arguments: [
            (["mo"], ["models"]),
            (["models", ""], ["list", "verify", "fetch", "--help"]),
            (["models", "fetch", "--a"], ["--all"]),
            (["live", "--det"], ["--detector", "--detect-every"]),
            (["live", "--detector", ""], ["auto", "yunet", "haar"]),
            (["live", "--detector", "y"], ["yunet"]),
            (["live", "--detector", "="], ["auto", "yunet", "haar"]),
            (["live", "--detector", "=", "h"], ["haar"]),
            (["live", "--json", "--gravity", "resizeAspectF"], ["resizeAspectFill"]),
            (["completions", "z"], ["zsh"]),
            (["live", "--duration", ""], []),
            (["nonsense", "--mod"], []),
            (["m"], ["models"]),
        ])
    func bashOffersWhatFits(_ words: [String], _ expected: [String]) throws {
        #expect(try offers(words) == expected)
    }

    @Test(.enabled(if: hasBash, "needs bash"))
    func bashOffersFilesAndFoldersWhereTheyAreMeant() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "film.mp4")
        try folder.write([], to: "films/one.mp4")
        #expect(
            try offers(["live", "--source", "fi"], in: folder.path).sorted() == [
                "film.mp4", "films",
            ])
        #expect(try offers(["live", "-s", "film."], in: folder.path) == ["film.mp4"])
        #expect(try offers(["doctor", "--model-dir", "fi"], in: folder.path) == ["films"])
    }

    @Test(.enabled(if: InstalledProgram.zsh != nil, "needs zsh"))
    func zshUnderstandsTheScript() throws {
        let run = try Program.run(
            ["-n"], executable: InstalledProgram.zsh, input: script(.zsh))
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test(.enabled(if: InstalledProgram.fish != nil, "needs fish"))
    func fishUnderstandsTheScript() throws {
        let run = try Program.run(
            ["--no-execute"], executable: InstalledProgram.fish, input: script(.fish))
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test(arguments: CompletionShell.allCases)
    func aScriptNamesEveryOptionAndNoHiddenCommand(_ shell: CompletionShell) throws {
        let run = try Program.run(["completions", shell.rawValue])
        #expect(run.output == script(shell))
        for (_, command) in FacecapProgram.root.walk() {
            #expect(run.output.contains(command.name))
            for option in command.options {
                #expect(run.output.contains(shell == .fish ? "-l \(option.name)" : option.label))
            }
        }
        #expect(!run.output.contains("manual page"))
    }
}
