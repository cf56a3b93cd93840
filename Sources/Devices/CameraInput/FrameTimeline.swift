// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Decides what a camera's frames mean in time: their stamps, the gaps between them, and when there
/// are none for too long. It makes no call and reads no clock.
struct FrameTimeline {
    /// Where a frame stands.
    struct Placement: Equatable {
        /// `CLOCK_MONOTONIC` in microseconds; greater for every frame.
        let presentationTime: MediaTime
        /// When the frame was taken, on `CLOCK_MONOTONIC`.
        let captureNanoseconds: Int64
        /// Frames the driver counted between the one before and this one.
        let lostCount: Int
        /// Whether the frame is the first one after a stall.
        let endsStall: Bool
    }

    /// Frames a second, as the driver said last; `nil` where it does not say.
    var frameRate: Double?
    /// When the driver was started, or its last frame was taken in.
    private(set) var lastSignOfLife: Int64
    /// Whether there has been no frame for too long.
    private(set) var isStalled = false
    private var last: Int64
    private var lastSequence: UInt32?

    /// A timeline whose driver was started at a moment of `CLOCK_MONOTONIC`.
    init(startNanoseconds: Int64, frameRate: Double? = nil) {
        self.frameRate = frameRate
        lastSignOfLife = startNanoseconds
        // The first exposure may have begun before the driver was told to stream.
        last = startNanoseconds - 1_000_000_000
    }

    /// No frame for so long is a stall: 2 s, or the time of three frames where that is longer.
    var timeoutNanoseconds: Int64 {
        max(2_000_000_000, frameRate.map { Int64((3e9 / $0).rounded()) } ?? 0)
    }

    /// How long to wait for a frame before the silence is a stall; -1, without end, in a stall.
    func timeoutMilliseconds(at now: Int64) -> Int32 {
        guard !isStalled else { return -1 }
        let left = lastSignOfLife + timeoutNanoseconds - now
        return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
    }

    /// Takes note that there is no frame now; `true` at the moment that makes a stall of it.
    mutating func noteSilence(at now: Int64) -> Bool {
        guard !isStalled, now - lastSignOfLife >= timeoutNanoseconds else { return false }
        isStalled = true
        return true
    }

    /// Gives a frame its place.
    ///
    /// The driver's time counts when it lies between the frame before and now, else now does. The
    /// driver's number is one more than the last unless frames were lost; when it runs backwards,
    /// which a gap of over half the range is, the driver counts again.
    mutating func place(sequence: UInt32, driverNanoseconds: Int64?, at now: Int64) -> Placement {
        var captured = now
        if let time = driverNanoseconds, time > last, time <= now { captured = time }
        captured = max(captured, last + 1000)
        let gap = lastSequence.map { sequence &- $0 &- 1 } ?? 0
        let placement = Placement(
            presentationTime: MediaTime(value: captured / 1000, timescale: 1_000_000),
            captureNanoseconds: captured,
            lostCount: gap <= UInt32.max / 2 ? Int(gap) : 0,
            endsStall: isStalled)
        last = captured
        lastSequence = sequence
        lastSignOfLife = now
        isStalled = false
        return placement
    }
}
