// SPDX-License-Identifier: Apache-2.0
/// The shells for which there are completions.
enum CompletionShell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}
