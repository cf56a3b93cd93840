// SPDX-License-Identifier: Apache-2.0
/// A command as completions see it.
struct CompletionNode {
    /// What leads to the command, the program's name first.
    let words: [String]
    let command: Command

    /// The words as one: `facecap models list`.
    var path: String { words.joined(separator: " ") }

    /// Commands below it and words for its first operand.
    var plainWords: [(word: String, help: String)] {
        command.visibleSubcommands.map { ($0.name, $0.abstract) }
            + command.operands.flatMap { operand -> [(String, String)] in
                guard case .words(let words) = operand.completion.resolved else { return [] }
                return words.map { ($0, operand.brief) }
            }
    }

    /// What completes its operands beside words: files, folders or nothing.
    var names: Completion {
        let completions = command.operands.map(\.completion)
        return completions.contains(.files)
            ? .files : completions.contains(.folders) ? .folders : .nothing
    }
}

/// What bash and zsh are told in the same words.
extension [CompletionNode] {
    /// The paths of commands as one pattern of a `case`.
    var commandPattern: String {
        dropFirst().map { "\"\($0.path)\"" }.joined(separator: "|")
    }

    /// The cases of a command and an option before the word, each with what `action` completes its value by.
    ///
    /// The value of some options may follow an equals sign only, which is behind the option then.
    func valueCases(_ action: (Completion) -> String) -> String {
        flatMap { node in
            node.command.options.filter { $0.form == .option }.map { option in
                let spellings = [option.short.map { "-\($0)" }, option.label].compactMap(\.self)
                let patterns = (option.takesNextWord ? spellings : []) + ["\(option.label)="]
                let cases = patterns.map { "\"\(node.path) \($0)\"" }.joined(separator: "|")
                return "        \(cases)) \(action(option.completion.resolved))return ;;"
            }
        }.joined(separator: "\n")
    }
}
