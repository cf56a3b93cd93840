// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// From the times of one source to the session's; used by the capture thread of its input.
///
/// Audio that comes before the session's zero is known waits for it; what was captured before the zero
/// is left out: of several cameras one may have captured its first frame a moment before that which comes first.
struct SessionTimeline {
    /// Audio that waits for the first frame, at most; older audio could not belong to it.
    private static var maximumWaiting: Int { 1024 }

    private let clock: SessionClock
    private let timebase: CaptureEvent.Timebase
    private let isLive: Bool
    private let beginsSession: Bool
    /// The session's zero in the times of the source.
    private var zero: MediaTime?
    private var waiting: [CaptureEvent] = []

    /// - Parameter beginsSession: whether the source's first sample may be the session's zero, also where the clock
    ///   does not let audio begin.
    init(_ source: OpenSource, _ clock: SessionClock, beginsSession: Bool) {
        self.clock = clock
        timebase = source.timebase
        isLive = source.isLive
        self.beginsSession = beginsSession
        // Nothing is captured at the time of a file's own frames.
        if timebase == .stream && !isLive { zero = .zero }
    }

    /// Hands out, in order, what `event` means in the session: nothing yet, the event itself, or also
    /// what waited before it.
    mutating func place<Failure>(
        _ event: CaptureEvent, _ handOut: (CaptureEvent) throws(Failure) -> Void
    ) throws(Failure) {
        guard let time = event.sampleTime else { return try handOut(event) }
        if zero == nil { findZero(event, at: time) }
        guard let zero else {
            if waiting.count == Self.maximumWaiting { waiting.removeFirst() }
            waiting.append(event)
            return
        }
        for earlier in waiting {
            if let placed = earlier.since(zero) { try handOut(placed) }
        }
        waiting = []
        if zero == .zero && timebase == .stream { return try handOut(event) }
        if let placed = event.since(zero) { try handOut(placed) }
    }

    private mutating func findZero(_ event: CaptureEvent, at time: MediaTime) {
        /// `CLOCK_MONOTONIC` when the source's own time was zero, and when the session shall begin.
        let (start, beginning): (Int64, Int64)
        switch (timebase, event) {
        case (.host, _): (start, beginning) = (0, time.nanoseconds)
        case (.stream, .video(let sample)), (.stream, .depth(let sample)):
            start = sample.captureNanoseconds - time.nanoseconds
            beginning = start
        case (.stream, _): return
        }
        let begins = beginsSession || clock.audioMayBegin
        let known = begins ? clock.begin(at: beginning) : clock.zeroNanoseconds
        guard let known else { return }
        // Of another input they may be as far apart as times can be that make no sense together.
        zero = MediaTime(value: (known &- start) / 1000, timescale: 1_000_000)
    }
}

extension CaptureEvent {
    /// The event with its times counted from `zero`. Of what lies before it frames are lost, which is counted, and
    /// anything else is `nil`.
    fileprivate func since(_ zero: MediaTime) -> CaptureEvent? {
        if case .audio(let sample) = self { return sample.since(zero).map { .audio($0) } }
        guard let time = sampleTime else { return self }
        guard time < zero else { return advanced(by: MediaTime.zero.since(zero)) }
        guard case .video = self else { return nil }
        return .lost(count: 1)
    }
}

extension AudioSampleBuffer {
    /// What of the audio lies at or after `zero`.
    fileprivate func since(_ zero: MediaTime) -> AudioSampleBuffer? {
        let time = presentationTime.since(zero)
        guard time < .zero else {
            return replacing(presentationTime: time)
        }
        let early = Int((-time.seconds * Double(sampleRate)).rounded(.up))
        guard early < frameCount else { return nil }
        let cut = MediaTime(value: Int64(early), timescale: Int32(clamping: sampleRate))
        return replacing(
            samples: Array(samples[(early * channelCount)...]),
            presentationTime: max(.zero, time.advanced(by: cut)))
    }
}
