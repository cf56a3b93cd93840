// SPDX-License-Identifier: Apache-2.0
/// A line on standard error that shows how far something is.
protocol ProgressDisplay: Sendable {
    /// The line that shows `count` frames, when that differs from what is shown already.
    mutating func update(_ count: Int) -> String?
}
