/// A line on standard error that shows how far something is.
protocol ProgressDisplay: Sendable {
    /// The text that shows `count` frames, when that differs from what is shown already.
    mutating func update(_ count: Int) -> String?
    /// The text that takes the line away.
    var erasure: String { get }
}

extension ProgressDisplay {
    /// Back to the beginning of the line, which becomes empty.
    var erasure: String { "\r\u{1B}[K" }
}
