// SPDX-License-Identifier: Apache-2.0
/// What became of every frame: `captured = analysed + skipped + dropped`, always.
public struct FrameLedger: Sendable, Hashable {
    /// Frames that entered the session.
    public private(set) var captured = 0
    /// Frames a detector looked at.
    public private(set) var analysed = 0
    /// Frames delivered without analysis, by reason.
    public private(set) var skipped: [SkipReason: Int] = [:]
    /// Frames not delivered, by reason.
    public private(set) var dropped: [DropReason: Int] = [:]
    /// Frames lost in the driver before they could enter the session, as its sequence numbers tell.
    public private(set) var lost = 0

    /// Frames delivered without analysis, for any reason.
    package var skippedCount: Int { skipped.values.reduce(0, +) }

    /// Frames not delivered, for any reason.
    package var droppedCount: Int { dropped.values.reduce(0, +) }

    /// A ledger of no frames.
    public init() {}

    /// Enters one frame with its end.
    public mutating func record(_ outcome: Outcome) {
        captured += 1
        switch outcome {
        case .analysed: analysed += 1
        case .skipped(let reason): skipped[reason, default: 0] += 1
        case .dropped(let reason): dropped[reason, default: 0] += 1
        }
    }

    /// Enters frames that never reached the session.
    public mutating func recordLost(_ count: Int) { lost += count }

    /// The frames of both.
    public static func + (one: FrameLedger, other: FrameLedger) -> FrameLedger {
        var sum = one
        sum.captured += other.captured
        sum.analysed += other.analysed
        sum.skipped.merge(other.skipped, uniquingKeysWith: +)
        sum.dropped.merge(other.dropped, uniquingKeysWith: +)
        sum.lost += other.lost
        return sum
    }
}
