// SPDX-License-Identifier: Apache-2.0
import Facecap
import TestSupport
import Testing

@testable import FacecapCommands

/// An option that a user gives does something, or is refused.
@Suite struct OptionRuleTests {
    private static let commands = FacecapProgram.root.walk().filter { $0.command.action != nil }

    /// The command with these options alone, whatever else it would need.
    private func invocation(
        of command: Command, _ terms: [OptionRule.Term], without others: [OptionRule.Term] = []
    ) throws -> Invocation {
        var invocation = Invocation(of: command)
        for term in terms {
            let declaration = try #require(
                (command.options + command.operands).first { $0.name == term.name },
                "\(command.name) has no \(term.name)")
            let text = try #require(
                ([term.value].compactMap(\.self) + Self.samples(of: declaration)).first { text in
                    !others.contains { $0.name == term.name && $0.value == text }
                },
                "nothing is known that \(declaration.label) takes")
            #expect(
                declaration.form == .flag || declaration.isValid(text),
                "\(declaration.label) \(text)")
            invocation.add(text, to: declaration)
        }
        return invocation
    }

    private static func samples(of declaration: ParameterDeclaration) -> [String] {
        guard declaration.form != .flag else { return [""] }
        let words: [String] =
            switch declaration.completion {
            case .words(let words), .list(let words): words
            default: []
            }
        return
            (words + [
                "1", "1s", "1s-2s", "32", "64k", "0,0,1,1", "1=Ada", "320x240", ":0",
                "0123456789abcdef",
            ])
            .filter(declaration.isValid)
    }

    @Test func whatWouldDoNothingIsRefusedInOneLineWithARemedy() throws {
        var count = 0
        for (words, command) in Self.commands {
            for rule in command.rules() {
                for option in rule.options {
                    for other in rule.others.isEmpty ? [option] : rule.others {
                        let given = other == option ? [option] : [option, other]
                        let invocation = try invocation(
                            of: command, given, without: rule.exceptions)
                        let refusal = try #require(
                            rule.refusal(of: invocation, command.parameters), "\(words) \(given)")
                        #expect(throws: FacecapError.self) { try command.check(invocation) }
                        #expect(given.allSatisfy { refusal.contains($0.label(command.parameters)) })
                        #expect(
                            refusal.contains(rule.others.isEmpty ? "; give " : "; leave it out"))
                        count += 1
                    }
                }
            }
        }
        #expect(count > 100)
    }

    @Test func whatMakesAnOptionUsefulLetsItPass() throws {
        for (words, command) in Self.commands {
            for rule in command.rules() {
                for exception in rule.exceptions {
                    let given = rule.options.prefix(1) + rule.others.prefix(1) + [exception]
                    let invocation = try invocation(of: command, Array(given))
                    #expect(
                        rule.refusal(of: invocation, command.parameters) == nil,
                        "\(words) \(given)")
                }
            }
        }
    }

    @Test(arguments: [
        (
            ["record", "out.mp4", "--passthrough", "--video-codec", "hevc"],
            "leave out --video-codec"
        ),
        (["record", "out.mp4", "--metadata-only", "--preset", "slow"], "leave out --preset"),
        (["live", "--detector", "haar", "--model", "yunet"], "--detector haar runs no network"),
        (["live", "--json", "--mesh", "off", "--mesh-points"], "--mesh off finds no mesh"),
        (["record", "out.wav", "--audio", "auto", "--audio-bit-rate", "64k"], "--audio-bit-rate"),
        (["record", "out.mp4", "--face-keys", "apple", "--landmarks"], "--face-keys apple"),
        (
            ["live", "--serve", ":0", "--relink"],
            "--relink adds events to records; give --json too"
        ),
        (["live", "--gravity", "resize"], "give --preview or --screen too"),
        (["export", "IN", "--format", "csv", "--frontal-pitch", "9"], "--format textgrid"),
        (["live", "--source", "IN", "--max-latency", "1s"], "with --realtime"),
        (["live", "--source", "IN", "--max-cpu", "50%"], "--max-cpu"),
        (["live", "--source", "synthetic", "--realtime"], "--realtime reads a file"),
        (["photo", "out.png", "--source", "synthetic", "--quality", "5"], "leave --quality out"),
        (["live", "--source", "a=synthetic:size=96x64", "--size", "64x64"], "says size too"),
        (["live", "--source", "synthetic:fps=5", "--fps", "6"], "leave out --fps"),
        (["record", "out.mp4", "--source", "synthetic:pace=fast", "--depth", "synthetic"], "pace"),
    ])
    func aCommandThatGivesSuchAnOptionFailsAndWritesNothing(
        words: [String], message: String
    ) async throws {
        let folder = try TemporaryFolder()
        let video = try await FaceVideo.constantRate.write(to: folder)
        let run = try await CommandRunner.run(
            words.map {
                $0 == "IN" ? video : $0.hasPrefix("out.") ? folder.path + "/" + $0 : $0
            }
                + (["live", "record"].contains(words[0]) && !words.contains("haar")
                    ? ["--detector", "haar"] : []))
        #expect(run.exitCode == 64, "\(run.messages)")
        #expect(run.messages.contains(message), "\(run.messages)")
        #expect(run.messages.split(separator: "\n").count == 1)
        #expect(run.output.isEmpty && folder.contents == ["file.mp4"])
    }

    /// As in a script or an alias that is told otherwise.
    @Test func whatALaterOptionHasReplacedContradictsNothing() throws {
        func refusal(_ words: String...) throws -> String? {
            let request = try CommandParser.parse(["live"] + words, root: FacecapProgram.root)
            guard case .run(let command, let invocation) = request else { return "no run" }
            return command.rules().lazy.compactMap {
                $0.refusal(of: invocation, command.options + command.operands)
            }.first
        }
        #expect(try refusal("--detector", "haar", "--score", "0.6") != nil)
        #expect(try refusal("--detector", "yunet", "--detector", "haar", "--score", "0.6") != nil)
        #expect(try refusal("--detector", "haar", "--detector", "yunet", "--score", "0.6") == nil)
    }
}
