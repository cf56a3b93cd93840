// SPDX-License-Identifier: Apache-2.0
/// What every command can use.
struct CommandContext: Sendable {
    /// All commands.
    let root: Command
    /// Data, and nothing else.
    let output: StandardOutput
    /// Everything that is said to people.
    let messages: Messages

    /// Whether failures alone are said.
    var isQuiet: Bool { messages.isQuiet }
}
