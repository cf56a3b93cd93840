// SPDX-License-Identifier: Apache-2.0
/// How a terminal shows frames.
enum TerminalGraphics: Hashable {
    /// The protocol of kitty, which WezTerm and Ghostty speak too.
    case kitty
    /// DEC's sixels.
    case sixel
    /// Half a character cell for each pixel, in any of 16 million colors.
    case blocks
    /// Half a character cell for each pixel, in the 240 colors that are the same everywhere.
    case indexedBlocks

    /// What the environment tells of the terminal.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let color = environment["COLORTERM"] ?? ""
        let blocks: Self = ["truecolor", "24bit"].contains(color) ? .blocks : .indexedBlocks
        // A multiplexer passes no frames on.
        let isMultiplexed = ["screen", "tmux"].contains { term.hasPrefix($0) }
        switch environment["FACECAP_TERMINAL_GRAPHICS"] {
        case "kitty": self = .kitty
        case "sixel": self = .sixel
        case "blocks": self = blocks
        default:
            if isMultiplexed {
                self = blocks
            } else if term == "xterm-kitty" || environment["KITTY_WINDOW_ID"] != nil
                || ["WezTerm", "ghostty"].contains(environment["TERM_PROGRAM"])
            {
                self = .kitty
            } else if ["foot", "mlterm", "yaft"].contains(where: { term.hasPrefix($0) }) {
                self = .sixel
            } else {
                self = blocks
            }
        }
    }
}
