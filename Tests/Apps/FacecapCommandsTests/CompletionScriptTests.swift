// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import FacecapCommands

@Suite struct CompletionScriptTests {
    private static let hasBash = InstalledProgram.bash != nil

    private func script(_ shell: CompletionShell) -> String {
        CompletionScript(root: FacecapProgram.root).text(for: shell)
    }

    /// What bash offers for the last of `words`, which follow the program's name.
    private func offers(_ words: [String], in folder: String = "/") async throws -> [String] {
        let call = """
            cd "$1" && shift
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            # Outside of a real completion there are no options to set.
            compopt() { :; }
            _facecap
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try await CommandRunner.run(
            ["-c", script(.bash) + call, "bash", folder, "facecap"] + words,
            of: try #require(InstalledProgram.bash))
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: hasBash, "needs bash")) func bashUnderstandsTheScript() async throws {
        let run = try await CommandRunner.run(
            ["-n"], of: try #require(InstalledProgram.bash), input: Array(script(.bash).utf8))
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
    }

    @Test(
        .enabled(if: hasBash, "needs bash"),
        arguments: [
            (["mo"], ["models"]),
            (["models", ""], ["list", "verify", "fetch", "--quiet", "--help"]),
            (["models", "fetch", "--a"], ["--all"]),
            (["live", "--det"], ["--detector", "--detect-every"]),
            (["live", "--detector", ""], ["auto", "yunet", "centerface", "haar"]),
            (["live", "--detector", "y"], ["yunet"]),
            (["live", "--detector", "="], ["auto", "yunet", "centerface", "haar"]),
            (["live", "--detector", "=", "h"], ["haar"]),
            (["live", "--json", "--gravity", "resizeAspectF"], ["resizeAspectFill"]),
            (["completions", "z"], ["zsh"]),
            (["live", "--duration", ""], []),
            (["nonsense", "--mod"], []),
            (["m"], ["merge", "models"]),
            (["help", "rec"], ["record", "recover"]),
            (["export", "--format", "csv,v"], ["csv,vtt"]),
            (["export", "--format", "csv,c"], ["csv,cvat", "csv,coco"]),
            (["export", "--format", "=", "csv,vtt,c"], ["csv,vtt,cvat", "csv,vtt,coco"]),
            (["live", "--preview", "="], ["window", "terminal"]),
            (["live", "--preview", "=", "t"], ["terminal"]),
            (["live", "--preview", "--js"], ["--json"]),
            (["live", "--model", "c"], ["centerface"]),
            (["models", "fetch", "face"], ["face_landmark"]),
            (["live", "--model", "face"], []), (["live", "--source", "synt"], ["synthetic"]),
            (["record", "--audio", "s"], ["source"]), (["render", "--video-codec", "a"], ["av1"]),
        ])
    func bashOffersWhatFits(_ words: [String], _ expected: [String]) async throws {
        let offers = try await offers(words)
        #expect(offers == expected)
    }

    @Test(.enabled(if: hasBash, "needs bash"))
    func bashOffersFilesAndFoldersWhereTheyAreMeant() async throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "file.mp4")
        try folder.write([], to: "files/one.mp4")
        let sources = try await offers(["live", "--source", "fi"], in: folder.path)
        let videos = try await offers(["live", "-s", "file."], in: folder.path)
        let folders = try await offers(["doctor", "--model-dir", "fi"], in: folder.path)
        #expect(sources.sorted() == ["file.mp4", "files"])
        #expect(videos == ["file.mp4"])
        #expect(folders == ["files"])
        #expect(
            try await offers(["inspect", "fi"], in: folder.path).sorted() == ["file.mp4", "files"])
        #expect(try await offers(["models", "fi"], in: folder.path) == [])
    }

    @Test(.enabled(if: InstalledProgram.zsh != nil, "needs zsh"))
    func zshUnderstandsTheScript() async throws {
        let run = try await CommandRunner.run(
            ["-n"], of: try #require(InstalledProgram.zsh), input: Array(script(.zsh).utf8))
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
    }

    @Test(.enabled(if: InstalledProgram.fish != nil, "needs fish"))
    func fishUnderstandsTheScript() async throws {
        let run = try await CommandRunner.run(
            ["--no-execute"], of: try #require(InstalledProgram.fish),
            input: Array(script(.fish).utf8))
        #expect(run.exitCode == 0)
        #expect(run.messages == "")
    }

    @Test(arguments: CompletionShell.allCases)
    func aScriptNamesEveryOptionAndNoHiddenCommand(_ shell: CompletionShell) async throws {
        let run = try await CommandRunner.run(["completions", shell.rawValue])
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
