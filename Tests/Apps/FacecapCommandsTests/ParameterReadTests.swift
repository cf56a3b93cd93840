// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import Testing

@testable import FacecapCommands

/// Every option of every command is read by it: one that is declared and never read does nothing.
@Suite struct ParameterReadTests {
    private static let missing = "/no/such/folder/file.mp4"

    /// Calls of each command that read all that it declares between them, and fail soon after or do little.
    private static let calls: [String: [[String]]] = [
        "facecap": [[]],
        "facecap live": [["--source", missing]],
        "facecap record": [
            [missing, "--source", missing], [missing, "--source", missing, "--on-face"],
            [missing, "--source", missing, "--redact", "blur"],
            [missing, "--source", missing, "--audio", "source"],
        ],
        "facecap photo": [
            ["/no/such/folder/a.jpg", "--source", missing, "--best"],
            ["/no/such/folder/a.jpg", "--source", missing, "--live-photo"],
            ["--annotate", "/no/such/folder/a.jpg"],
        ],
        "facecap analyze": [[missing, "--output", missing]],
        "facecap plan": [[missing]],
        "facecap detect": [["--plan", missing, "--output", "/no/such/folder"]],
        "facecap merge": [[missing, "/no/such/folder", "--output", "/no/such/folder"]],
        "facecap redact": [[missing, missing]],
        "facecap evaluate": [["/no/such/folder"]],
        "facecap render": [[missing, missing]],
        "facecap recover": [[missing]],
        "facecap join": [[missing, "--output", missing]],
        "facecap remux": [[missing, missing]],
        "facecap strip": [[missing, missing]],
        "facecap models list": [[]],
        "facecap models verify": [["yunet_n_320_320", "--model-dir", "/no/such/folder"]],
        "facecap models fetch": [["nonesuch"]],
        "facecap inspect": [[missing]],
        "facecap export": [[missing, "--format", "csv"]],
        "facecap report": [[missing]],
        "facecap devices": [[]],
        "facecap controls": [["--source", "/dev/video99"]],
        "facecap doctor": [[]],
        "facecap completions": [["bash"]],
        "facecap help": [["live"]],
        "facecap man": [[]],
    ]

    @Test(arguments: FacecapProgram.root.wordsOfEveryAction)
    @MainActor
    func whatIsDeclaredIsRead(words: [String]) async throws {
        let calls = try #require(
            Self.calls[words.joined(separator: " ")], "\(words) has no call in this test")
        let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let context = CommandContext(
            root: FacecapProgram.root, output: StandardOutput(descriptor: descriptor),
            messages: Messages(descriptor: descriptor))
        // The parser reads this one.
        var read: Set<String> = [Command.help.declaration.name]
        var declared: Set<String> = []
        for call in calls {
            let request = try CommandParser.parse(
                words.dropFirst() + call, root: FacecapProgram.root)
            guard case .run(let command, let invocation) = request else {
                Issue.record("\(words) \(call) does not run")
                continue
            }
            // What it comes to does not matter here.
            _ = try? await FacecapProgram.perform(command, invocation, context)
            read.formUnion(invocation.readNames)
            declared.formUnion((command.options + command.operands).map(\.name))
        }
        #expect(!declared.isEmpty)
        #expect(declared.subtracting(read) == [])
    }
}

extension Command {
    /// What leads to this command and to all below it that do something, hidden ones too.
    fileprivate var wordsOfEveryAction: [[String]] { words(after: []) }

    private func words(after words: [String]) -> [[String]] {
        let here = words + [name]
        return (action == nil ? [] : [here]) + subcommands.flatMap { $0.words(after: here) }
    }
}
