// SPDX-License-Identifier: Apache-2.0
import FaceValues

/// Where frames lie on an encoder's time line, and which of them are key frames.
struct FrameTimeline {
    private let timescale: Int32
    private let keyFrameInterval: MediaTime
    private(set) var last: (time: MediaTime, ticks: Int64)?
    private var lastKeyTicks: Int64?
    /// The newest key frame and the newest frame that are known to be in the stream, and how many came since that key
    /// frame.
    private var encoded: (key: Int64, newest: Int64, count: Int)?
    /// Frames inside the encoder that last for a known time.
    private var durations: [(ticks: Int64, duration: Int64)] = []

    /// More frames than an encoder ever holds.
    private static let maximumDelay = 512

    private var interval: Int64 { keyFrameInterval.ticks(perSecond: timescale) ?? .max }

    init(timescale: Int32, keyFrameInterval: MediaTime) {
        self.timescale = timescale
        self.keyFrameInterval = keyFrameInterval
    }

    /// The tick of the next frame, later than that of the one before and no more than one beside its time, and
    /// whether decoding must be able to begin there.
    mutating func place(
        _ time: MediaTime, duration: MediaTime?, forcesKeyFrame: Bool
    ) throws(FacecapError) -> (ticks: Int64, isKeyFrame: Bool) {
        guard let nearest = time.ticks(perSecond: timescale) else {
            throw FacecapError(
                .invalidArgument,
                "A frame at \(time.seconds) s is outside the times that a movie can hold; check its time stamp."
            )
        }
        var ticks = nearest
        if let last {
            guard time > last.time else {
                throw FacecapError(
                    .invalidArgument,
                    "A frame at \(time.seconds) s does not follow the one at "
                        + "\(last.time.seconds) s; encode frames in the order of their times.")
            }
            // On a coarse scale two times may share a tick.
            ticks = max(nearest, last.ticks + 1)
            guard ticks - nearest <= 1 else {
                throw FacecapError(
                    .invalidArgument,
                    "The frames at \(time.seconds) s come too fast for a movie of \(timescale) ticks a second;"
                        + " begin another one at the new frame rate.")
            }
        }
        last = (time, ticks)
        let isKeyFrame = forcesKeyFrame || lastKeyTicks.map { ticks - $0 >= interval } ?? true
        if isKeyFrame { lastKeyTicks = ticks }
        if forcesKeyFrame || encoded == nil { encoded = (ticks, ticks, 0) }
        if let duration = duration?.ticks(perSecond: timescale), duration > 0 {
            if durations.count == Self.maximumDelay { durations.removeFirst() }
            durations.append((ticks, duration))
        }
        return (ticks, isKeyFrame)
    }

    /// Takes note of a frame that came out of the encoder.
    mutating func receive(_ ticks: Int64, isKeyFrame: Bool) {
        guard var (key, newest, count) = encoded else { return }
        // A hole, such as a camera that was away, is no time without a key frame.
        if ticks - newest > interval { key += ticks - newest }
        if isKeyFrame { (key, count) = (max(key, ticks), 0) } else { count += 1 }
        newest = max(newest, ticks)
        encoded = (key, newest, count)
    }

    /// Whether the stream has gone one and a half intervals without a key frame. Encoders that place key frames
    /// themselves count frames, and a camera may give fewer than it announced.
    var lacksKeyFrame: Bool {
        encoded.map { $0.newest - $0.key - interval > interval / 2 } ?? false
    }

    /// The frames a second since the newest key frame; `nil` before any followed it.
    var frameRateSinceKeyFrame: Double? {
        guard let (key, newest, count) = encoded, newest > key else { return nil }
        return Double(count) * Double(timescale) / Double(newest - key)
    }

    /// How long the frame at a tick lasts, where that was said; asked once.
    mutating func takeDuration(at ticks: Int64) -> Int64? {
        guard let index = durations.firstIndex(where: { $0.ticks == ticks }) else { return nil }
        return durations.remove(at: index).duration
    }
}
