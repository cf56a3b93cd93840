// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// How far a capture thread is; it goes on with the next source when the source is exchanged.
struct CaptureProgress {
    /// Frames that entered the session, also of inputs whose place this one took.
    private(set) var frameCount: Int
    /// Whether the duration asked for is over: no more frames are delivered.
    private(set) var isOver = false
    /// Whether the duration is over for audio too, which a file may hold behind the frames that it belongs to.
    private(set) var isAudioOver = false
    /// From when on nothing is delivered; `nil` where no end is set, or it counts from a first frame that has
    /// not come yet.
    private(set) var end: MediaTime?

    /// Whether a frame came.
    var hasBegun: Bool { lastTime != nil }

    private let maximumDuration: MediaTime?
    private var lastTime: MediaTime?
    /// The process stood still; the jump in the times of the frames is among the next ones.
    private var standstill: (what: Standstill, frameCount: Int)?
    /// How long the machine was suspended in the interruption at hand.
    private var suspended = MediaTime.zero
    /// `start` is the last frame's time when it began: audio goes on as silence.
    private var interruption: (reason: String, start: MediaTime?, isEnding: Bool)?
    /// Frames that were left out since the last one that was delivered.
    private var obsoleteCount = 0
    /// Encoded frames were left out: without one with which decoding can begin, no other can follow.
    private var awaitsSync = false
    /// An encoded frame at or after the end came: those that are decoded after it may need it.
    private var isEncodedVideoOver = false

    /// - Parameters:
    ///   - maximumDuration: how long to deliver.
    ///   - start: from when on that counts; `nil` for the first frame.
    ///   - frameNumber: the number of the first frame.
    init(maximumDuration: MediaTime?, from start: MediaTime? = nil, frameNumber: Int = 0) {
        frameCount = frameNumber
        self.maximumDuration = maximumDuration
        end = maximumDuration.flatMap { start?.advanced(by: $0) }
    }

    /// After this many frames without a jump in their times there is none.
    private static var maximumFramesBeforeJump: Int { 8 }

    /// How far behind the end frames are read for the sake of audio.
    private static var maximumAudioDelay: MediaTime { MediaTime(value: 10, timescale: 1) }

    /// The process stood still; where it did so before and nothing was told of that yet, both are one time.
    mutating func standStill(_ standstill: Standstill) {
        guard lastTime != nil else { return }
        var whole = standstill
        if let earlier = self.standstill?.what.suspended {
            whole.suspended = whole.suspended.advanced(by: earlier)
        }
        self.standstill = (whole, 0)
    }

    /// Why the process stood still, where that was just before a frame at `time`; once, and never in an
    /// interruption, of which it is a part.
    mutating func takeStandstill(before time: MediaTime) -> String? {
        guard let (what, frameCount) = standstill, let lastTime else { return nil }
        let isJump = 2 * time.since(lastTime).seconds >= what.length.seconds
        standstill?.frameCount += 1
        guard isInterrupted || isJump || frameCount >= Self.maximumFramesBeforeJump else {
            return nil
        }
        standstill = nil
        suspended = suspended.advanced(by: what.suspended)
        return isInterrupted ? nil : what.reason
    }

    /// Whether frames are missing, and nothing has come that ends that.
    var isInterrupted: Bool { interruption != nil }

    /// No frames come for a while.
    mutating func interrupt(reason: String) {
        interruption = (reason, interruption?.start ?? lastTime, false)
    }

    /// The next frame ends the interruption.
    mutating func endInterruption() { interruption?.isEnding = true }

    /// Whether a frame at `time` is left out: after an interruption, one that was taken before the last
    /// frame that was delivered.
    func isObsolete(_ time: MediaTime) -> Bool {
        guard interruption != nil, let lastTime else { return false }
        return time <= lastTime
    }

    /// Counts a frame that is left out.
    mutating func leaveOutFrame() { obsoleteCount += 1 }

    /// How many frames were left out that nobody has been told of; `nil` for none.
    mutating func takeObsoleteCount() -> Int? {
        defer { obsoleteCount = 0 }
        return obsoleteCount > 0 ? obsoleteCount : nil
    }

    /// Whether audio is delivered: what lies before the end and, after an interruption, not before the last frame
    /// that was delivered.
    mutating func takesAudio(at time: MediaTime) -> Bool {
        isAudioOver = isAudioOver || !time.isBefore(end)
        return time.isBefore(end) && !isObsolete(time)
    }

    /// Whether an encoded sample is delivered: as audio is, and no frame that may need one which was left out.
    mutating func takes(_ sample: EncodedSample, _ mediaType: MediaType) -> Bool {
        let time = sample.presentationTime
        guard mediaType == .video else { return takesAudio(at: time) }
        isEncodedVideoOver = isEncodedVideoOver || !time.isBefore(end)
        awaitsSync = isObsolete(time) || awaitsSync && !sample.isSync
        return !isEncodedVideoOver && !awaitsSync
    }

    /// Takes note of a frame's time; the answer is the gap that it ends.
    mutating func advance(to time: MediaTime) -> CaptureDelivery.Gap? {
        if let maximumDuration {
            let end = end ?? time.advanced(by: maximumDuration)
            self.end = end
            isOver = isOver || time >= end
            isAudioOver = isAudioOver || time >= end.advanced(by: Self.maximumAudioDelay)
        }
        defer { if !isOver { lastTime = time } }
        guard !isOver, let interruption, interruption.isEnding else { return nil }
        defer { (self.interruption, suspended) = (nil, .zero) }
        return CaptureDelivery.Gap(
            reason: interruption.reason, start: interruption.start, end: time,
            suspended: suspended)
    }

    /// The identity of the next frame.
    mutating func takeFrameID() -> FrameID {
        defer { frameCount += 1 }
        return FrameID(frameCount)
    }
}

extension MediaTime {
    /// Whether the moment lies before the end of a stream, which is `nil` where none is set.
    fileprivate func isBefore(_ end: MediaTime?) -> Bool { end.map { self < $0 } ?? true }
}
