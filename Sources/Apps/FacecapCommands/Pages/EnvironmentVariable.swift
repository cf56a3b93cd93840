// SPDX-License-Identifier: Apache-2.0
/// A variable of the environment that changes what the program does.
struct EnvironmentVariable: Sendable {
    let name: String
    let meaning: String

    /// All of them.
    static let all = [
        EnvironmentVariable(
            name: "FACECAP_MODELS", meaning: "A folder to search for models."),
        EnvironmentVariable(
            name: "FACECAP_KERNEL",
            meaning: "The implementation that runs the YuNet models: avx512, avx2, sse4, neon,"
                + " scalar or opencv. The processor must support it. If unset, the fastest one"
                + " is used."),
        EnvironmentVariable(
            name: "XDG_DATA_HOME",
            meaning: "The user's data folder instead of ~/.local/share; models are in"
                + " facecap/models below it."),
        EnvironmentVariable(
            name: "XDG_CONFIG_HOME",
            meaning: "The user's configuration folder instead of ~/.config; the file"
                + " facecap/camera-positions below it says which way cameras face."),
        EnvironmentVariable(
            name: "FACECAP_TERMINAL_GRAPHICS",
            meaning: "How --preview=terminal draws: kitty, sixel or blocks. If unset, the method"
                + " that the terminal is known to support."),
        EnvironmentVariable(
            name: ServeToken.variable,
            meaning: "The token that live --serve requires if no option sets it."),
        EnvironmentVariable(
            name: "SSL_CERT_FILE",
            meaning: "A file of certificates to verify servers with, instead of the system's."),
        EnvironmentVariable(
            name: "NO_COLOR", meaning: "If set and not empty, disables colors on a terminal."),
    ]
}
