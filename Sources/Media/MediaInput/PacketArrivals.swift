// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues

/// Tells when the packets of a stream arrived.
///
/// Those that came while the stream was opened are read together afterwards: they are as far apart as their times.
struct PacketArrivals {
    /// How much of a stream may come while it is opened.
    private static let longestOpening = MediaTime(value: 5, timescale: 1)

    private let beginning: Int64?
    private var first: MediaTime?
    private var lastFrame: Int64 = 0

    /// - Parameter beginning: `CLOCK_MONOTONIC` when the stream was opened; `nil` of what is no stream.
    init(from beginning: Int64?) { self.beginning = beginning }

    /// `CLOCK_MONOTONIC` when a packet arrived that was just read; 0 where it is not of a stream.
    ///
    /// - Parameter time: when its frame is shown; `nil` where it does not say.
    mutating func nanoseconds(ofPacketShownAt time: MediaTime?) -> Int64 {
        guard let beginning else { return 0 }
        let now = MonotonicClock.nowNanoseconds
        guard let time else { return now }
        let first = first ?? time
        self.first = first
        let elapsed = time.since(first)
        guard elapsed >= .zero, elapsed <= Self.longestOpening else { return now }
        return min(now, beginning + elapsed.nanoseconds)
    }

    /// `CLOCK_MONOTONIC` when a frame was captured whose packet arrived then, later than the frame before: frames are shown
    /// in another order than their packets come; 0 where it is not of a stream.
    mutating func nanoseconds(ofFrameThatArrivedAt arrival: Int64) -> Int64 {
        guard arrival > 0 else { return 0 }
        lastFrame = max(lastFrame + 1, arrival)
        return lastFrame
    }
}
