// SPDX-License-Identifier: Apache-2.0
/// Completions for zsh.
struct ZshCompletion {
    let nodes: [CompletionNode]

    var text: String {
        """
        #compdef facecap
        _facecap() {
            local before=${words[CURRENT-1]} line=facecap word
            local -a choices
            if [[ ${words[CURRENT]} == --*=* ]]; then
                before=${words[CURRENT]%%=*}=
                compset -P '*='
            fi
            for word in ${words[2,CURRENT-1]}; do
                case "$line $word" in
                    \(nodes.commandPattern)) line+=" $word" ;;
                esac
            done
            case "$line $before" in
        \(nodes.valueCases(Self.action))
            esac
            case "$line" in
        \(choices)
            esac
            _describe facecap choices
            case "$line" in
        \(names)
            esac
        }
        _facecap "$@"

        """
    }

    private var choices: String {
        nodes.map { node in
            let options = node.command.options.map { ($0.label, $0.brief) }
            let choices = (node.plainWords + options).map { word, help in
                let choice = word.replacing(":", with: "\\:") + ":" + help
                return "            '\(choice.replacing("'", with: "'\\''"))'"
            }
            return "        \"\(node.path)\") choices=(\n"
                + choices.joined(separator: "\n") + "\n        ) ;;"
        }.joined(separator: "\n")
    }

    /// What is offered beside words.
    private var names: String {
        nodes.compactMap { node in
            let action = Self.action(node.names)
            return action.isEmpty ? nil : "        \"\(node.path)\") \(action.dropLast(2)) ;;"
        }.joined(separator: "\n")
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing, .models: ""
        case .words(let words): "compadd -- \(words.joined(separator: " ")); "
        case .list(let words): "_values -s , value \(words.joined(separator: " ")); "
        case .files: "_files; "
        case .wordsAndFiles(let words): "compadd -- \(words.joined(separator: " ")); _files; "
        case .folders: "_files -/; "
        }
    }
}
