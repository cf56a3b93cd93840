/// The shells for which there are completions.
enum CompletionShell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}
