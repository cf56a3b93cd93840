// SPDX-License-Identifier: Apache-2.0
/// Completions for fish.
struct FishCompletion {
    let nodes: [CompletionNode]

    var text: String {
        let lines = nodes.flatMap { node in
            let condition = condition(of: node)
            let words = node.plainWords.map { word, help in
                "complete -c facecap \(condition) -a \(word) -d \(Self.quote(help))"
            }
            let options = node.command.options.map { option in
                "complete -c facecap \(condition)" + (option.short.map { " -s \($0)" } ?? "")
                    + " -l \(option.name)\(Self.action(option)) -d \(Self.quote(option.brief))"
            }
            let names =
                switch node.names {
                case .files: ["complete -c facecap \(condition) -F"]
                case .folders:
                    ["complete -c facecap \(condition) -a '(__fish_complete_directories)'"]
                case .nothing, .words, .list: [String]()
                }
            return words + names + options
        }
        return "# fish completion for facecap\ncomplete -c facecap -f\n"
            + lines.joined(separator: "\n") + "\n"
    }

    /// The words of the command are there and those of the commands below it are not.
    private func condition(of node: CompletionNode) -> String {
        let here = node.words.dropFirst().map { "__fish_seen_subcommand_from \($0)" }
        let below = node.command.visibleSubcommands.map(\.name).joined(separator: " ")
        let notBelow = below.isEmpty ? [] : ["not __fish_seen_subcommand_from \(below)"]
        return (here + notBelow).isEmpty
            ? "" : "-n \(Self.quote((here + notBelow).joined(separator: "; and ")))"
    }

    private static func action(_ option: ParameterDeclaration) -> String {
        guard option.takesNextWord else { return "" }
        return switch option.completion {
        case .nothing: " -x"
        case .words(let words): " -x -a \(quote(words.joined(separator: " ")))"
        case .list(let words):
            " -x -a \(quote("(__fish_complete_list , 'printf \"%s\\n\" \(words.joined(separator: " "))')"))"
        case .files: " -r -F"
        case .folders: " -x -a '(__fish_complete_directories)'"
        }
    }

    private static func quote(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
