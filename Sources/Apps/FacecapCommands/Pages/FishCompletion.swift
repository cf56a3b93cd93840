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
                case .nothing, .words, .list, .models, .wordsAndFiles: [String]()
                }
            return words + names + options
        }
        return "# fish completion for facecap\n\(Self.list)complete -c facecap -f\n"
            + lines.joined(separator: "\n") + "\n"
    }

    /// The words of a list that are not in it yet.
    private static let list = """
        function __facecap_list
            set -l before (string match -r '^.*,' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
            for word in $argv
                string match -q "*,$word,*" -- ",$before"; or echo $before$word
            end
        end

        """

    /// The words of the command are there and those of the commands below it are not.
    private func condition(of node: CompletionNode) -> String {
        let here = node.words.dropFirst().map { "__fish_seen_subcommand_from \($0)" }
        let below = node.command.visibleSubcommands.map(\.name).joined(separator: " ")
        let notBelow = below.isEmpty ? [] : ["not __fish_seen_subcommand_from \(below)"]
        return (here + notBelow).isEmpty
            ? "" : "-n \(Self.quote((here + notBelow).joined(separator: "; and ")))"
    }

    private static func action(_ option: ParameterDeclaration) -> String {
        guard option.form == .option else { return "" }
        return switch option.completion.resolved {
        case .nothing, .models: " -x"
        case .words(let words):
            (option.takesNextWord ? " -x" : "") + " -a \(quote(words.joined(separator: " ")))"
        case .list(let words): " -x -a '(__facecap_list \(words.joined(separator: " ")))'"
        case .files: " -r -F"
        case .wordsAndFiles(let words): " -r -F -a \(quote(words.joined(separator: " ")))"
        case .folders: " -x -a '(__fish_complete_directories)'"
        }
    }

    private static func quote(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
