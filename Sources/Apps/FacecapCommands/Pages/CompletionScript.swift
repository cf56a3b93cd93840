// SPDX-License-Identifier: Apache-2.0
/// What a shell runs to complete the words of a command line.
struct CompletionScript {
    let root: Command

    /// The script for a shell.
    func text(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: BashCompletion(nodes: nodes).text
        case .zsh: ZshCompletion(nodes: nodes).text
        case .fish: FishCompletion(nodes: nodes).text
        }
    }

    private var nodes: [CompletionNode] {
        root.walk().map { CompletionNode(words: $0.words, command: $0.command) }
    }
}
