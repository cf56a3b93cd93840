// SPDX-License-Identifier: Apache-2.0
/// Where what is shown of a track ends: where the frame ends that is shown last, whatever the order of decoding.
///
/// How long a sample lasts is told by when the next one is decoded. Of a frame that others follow in the order of
/// presentation, that may be a gap that lies behind them.
package struct PresentationEnd<Time: Comparable & Hashable & Sendable>: Sendable, Hashable {
    private var last: Time?
    /// Where it ends; `nil` without samples.
    package private(set) var time: Time?

    /// The end of nothing.
    package init() {}

    /// Adds a sample, in the order of decoding.
    package mutating func add(from start: Time, until end: Time) {
        if let last, start < last { return }
        last = start
        time = end
    }
}
