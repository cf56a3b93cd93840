// SPDX-License-Identifier: Apache-2.0
/// Completions for bash 4 and later, without the helpers of the package `bash-completion`.
struct BashCompletion {
    let nodes: [CompletionNode]

    var text: String {
        """
        # bash completion for facecap
        # The words of a list that are not in it yet.
        _facecap_list() {
            local list="" entry left=""
            [[ $word == *,* ]] && list=${word%,*},
            for entry in $1; do [[ ,$list == *,$entry,* ]] || left+=" $entry"; done
            mapfile -t COMPREPLY < <(compgen -P "$list" -W "$left" -- "${word##*,}")
        }
        _facecap() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            # `--name=value` comes as three words.
            if [[ $word == "=" ]]; then word= before+="="
            elif [[ $before == "=" ]]; then before="${COMP_WORDS[COMP_CWORD-2]}="; fi
            local path=facecap index
            for ((index = 1; index < COMP_CWORD; index++)); do
                case "$path ${COMP_WORDS[index]}" in
                    \(nodes.commandPattern)) path+=" ${COMP_WORDS[index]}" ;;
                esac
            done
            case "$path $before" in
        \(nodes.valueCases(Self.action))
            esac
            case "$path" in
        \(words)
            esac
        }
        complete -F _facecap facecap

        """
    }

    private var words: String {
        nodes.map { node in
            let all = node.plainWords.map(\.word) + node.command.options.map(\.label)
            let words = "compgen -W \"\(all.joined(separator: " "))\" -- \"$word\""
            let names =
                switch node.names {
                case .files: "; compgen -f -- \"$word\""
                case .folders: "; compgen -d -- \"$word\""
                case .nothing, .words, .list, .models, .wordsAndFiles: ""
                }
            return "        \"\(node.path)\")" + (names.isEmpty ? "" : " compopt -o filenames;")
                + " mapfile -t COMPREPLY < <(\(words)\(names)) ;;"
        }.joined(separator: "\n")
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing, .models: ""
        case .words(let words): reply("-W \"\(words.joined(separator: " "))\"")
        case .list(let words): "_facecap_list \"\(words.joined(separator: " "))\"; "
        case .files: replyNames("-f")
        case .wordsAndFiles(let words): replyNames("-f -W \"\(words.joined(separator: " "))\"")
        case .folders: replyNames("-d")
        }
    }

    private static func reply(_ choice: String) -> String {
        "mapfile -t COMPREPLY < <(compgen \(choice) -- \"$word\"); "
    }

    private static func replyNames(_ choice: String) -> String {
        "compopt -o filenames; " + reply(choice)
    }
}
