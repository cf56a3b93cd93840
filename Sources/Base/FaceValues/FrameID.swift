// SPDX-License-Identifier: Apache-2.0
/// The identity of a frame within a run of its session, among those of its input and of the inputs whose place that
/// took.
public struct FrameID: Sendable, Hashable, Comparable {
    /// Frames that entered the session before this one: 0, 1, 2, ...; an input that takes the place of another counts
    /// on.
    public let number: Int

    /// The frame with a number.
    public init(_ number: Int) { self.number = number }

    /// Orders by the moment of entry.
    public static func < (left: FrameID, right: FrameID) -> Bool { left.number < right.number }
}
