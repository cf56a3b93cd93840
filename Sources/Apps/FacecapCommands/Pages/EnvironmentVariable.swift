// SPDX-License-Identifier: Apache-2.0
/// A variable of the environment that changes what the program does.
struct EnvironmentVariable: Sendable {
    let name: String
    let meaning: String

    /// All of them.
    static let all = [
        EnvironmentVariable(
            name: "FACECAP_MODELS", meaning: "A folder in which models are looked for."),
        EnvironmentVariable(
            name: "FACECAP_KERNEL",
            meaning: "What runs the YuNet models: avx512, avx2, sse4, neon, scalar or opencv, as"
                + " the processor has it; unset, the fastest."),
        EnvironmentVariable(
            name: "XDG_DATA_HOME",
            meaning: "The user's data folder instead of ~/.local/share; models are in"
                + " facecap/models below it."),
        EnvironmentVariable(
            name: "FACECAP_TERMINAL_GRAPHICS",
            meaning: "How --preview=terminal draws: kitty, sixel or blocks; unset, what the"
                + " terminal is known for."),
        EnvironmentVariable(
            name: ServeToken.variable,
            meaning: "The token that live --serve asks for, where no option says it."),
        EnvironmentVariable(
            name: "NO_COLOR", meaning: "When set and not empty, no colours on a terminal."),
    ]
}
