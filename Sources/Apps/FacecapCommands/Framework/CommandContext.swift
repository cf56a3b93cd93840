// SPDX-License-Identifier: Apache-2.0
/// What every command can use.
struct CommandContext: Sendable {
    /// All commands.
    let root: Command
    /// Data, and nothing else.
    let output: StandardOutput
    /// Everything that is said to people.
    let messages: Messages

    /// Whether a line on standard error is written again and again in its place to tell how far something is.
    var showsProgress: Bool { !messages.isQuiet && Terminal.rewritesLines(messages.descriptor) }
}
