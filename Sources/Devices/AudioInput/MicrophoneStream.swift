// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceValues

/// Makes continuous audio on the host's clock of what a device captures.
final class MicrophoneStream {
    private enum Piece {
        case audio([Float])
        /// So many sample frames.
        case silence(Int)
        case event(CaptureEvent)
    }

    /// Stretches into which silence is cut.
    private static var silencesASecond: Int { 10 }
    /// How fast a card's clock may run.
    private static var fastestClock: Double { 1.002 }

    /// Seconds of audio that may have waited for their reader.
    private static var maximumBacklog: Double { 4 }

    private let format: AudioFormat
    private let corrector: DriftCorrector
    private var estimator: ClockDriftEstimator
    private var placement: AudioPlacement
    /// Sample frames read since the device was started.
    private var readCount: Int64 = 0
    private var queue: [Piece] = []
    private var emittedCount: Int64 = 0
    /// Lost sample frames that nobody was told of yet.
    private var lostCount = 0
    private var lastAudio: Int64
    /// Sample frames that may be read now: no card has more than real time gives it.
    private var allowance: (frames: Double, since: Int64)

    init(format: AudioFormat, startNanoseconds: Int64) throws(FacecapError) {
        self.format = format
        corrector = try DriftCorrector(
            sampleRate: format.sampleRate, channelCount: format.channelCount)
        estimator = ClockDriftEstimator(sampleRate: format.sampleRate)
        placement = AudioPlacement(sampleRate: format.sampleRate)
        lastAudio = startNanoseconds
        allowance = (Double(format.sampleRate) / 20, startNanoseconds)
    }

    /// How much faster than nominal the card's clock runs; `nil` until it is known.
    var driftPPM: Double? { estimator.driftPPM }

    /// The device is started again: it counts again, and has as long as at first until its audio comes.
    func restart(at now: Int64) {
        lastAudio = now
        readCount = 0
        estimator.restart()
        enqueue(corrector.drain())
        placement.restart()
    }

    /// Takes what was read, with the stamp from just before.
    func append(
        _ samples: [Float], stamp: (waitingFrameCount: Int, nanoseconds: Int64), at now: Int64
    ) {
        let frameCount = samples.count / format.channelCount
        lastAudio = now
        allowance.frames -= Double(frameCount)
        estimator.observe(
            frame: readCount + Int64(stamp.waitingFrameCount), at: stamp.nanoseconds)
        guard let captured = estimator.nanoseconds(ofFrame: readCount) else { return }
        readCount += Int64(frameCount)
        let waiting = Int64(corrector.waitingFrameCount) * 1_000_000_000 / Int64(format.sampleRate)
        let decision = placement.place(
            frameCount, at: captured - waiting, slope: estimator.slope)
        if decision.silentFrameCount > 0 {
            enqueue(corrector.drain())
            lose(min(decision.silentFrameCount, placement.missingFrameCount(until: captured)))
        }
        lostCount += decision.droppedFrameCount
        let heard = samples.dropFirst(decision.droppedFrameCount * format.channelCount)
        enqueue(corrector.stretch(heard, byPPM: decision.stretchPPM))
    }

    /// Replaces what is missing until `nanoseconds` by silence.
    func fill(until nanoseconds: Int64) {
        placement.begin(at: nanoseconds)
        let missing = placement.missingFrameCount(until: nanoseconds)
        guard missing > 0 else { return }
        lostCount += missing
        enqueueSilence(missing)
    }

    /// Puts in that something happened, before it how much audio was lost meanwhile.
    func append(_ event: CaptureEvent) {
        tellOfLoss()
        queue.append(.event(event))
    }

    /// Tells of what was lost since it was told last.
    func tellOfLoss() {
        guard lostCount > 0 else { return }
        queue.append(.event(.lostAudio(count: lostCount)))
        lostCount = 0
    }

    /// The next of what is to be handed out; `nil` when nothing is.
    func next() -> CaptureEvent? {
        guard let piece = queue.first else { return nil }
        switch piece {
        case .event(let event):
            queue.removeFirst()
            return event
        case .audio(let samples):
            queue.removeFirst()
            return emit(samples)
        case .silence(let count):
            let part = min(count, format.sampleRate / Self.silencesASecond)
            if part < count { queue[0] = .silence(count - part) } else { queue.removeFirst() }
            return emit([Float](repeating: 0, count: part * format.channelCount))
        }
    }

    /// Milliseconds to wait before more may be read: no device captures faster than time passes, but
    /// one that is a file would give all it has at once.
    func millisecondsAhead(at now: Int64) -> Int32 {
        let rate = Double(format.sampleRate) * Self.fastestClock
        let passed = Double(now - allowance.since) / 1e9
        allowance = (min(allowance.frames + passed * rate, rate * Self.maximumBacklog), now)
        guard allowance.frames < 0 else { return 0 }
        return Int32(clamping: Int((-allowance.frames / rate * 1000).rounded(.up)))
    }

    /// Whether nothing was read for so many nanoseconds.
    func isSilent(since nanoseconds: Int64, at now: Int64) -> Bool {
        now - lastAudio >= nanoseconds
    }

    private func emit(_ samples: [Float]) -> CaptureEvent {
        let time = placement.nanoseconds(ofFrame: emittedCount) / 1000
        emittedCount += Int64(samples.count / format.channelCount)
        return .audio(
            AudioSampleBuffer(
                samples: samples, sampleRate: format.sampleRate, channelCount: format.channelCount,
                presentationTime: MediaTime(value: time, timescale: 1_000_000)))
    }

    private func enqueue(_ samples: [Float]) {
        guard !samples.isEmpty else { return }
        placement.advance(by: samples.count / format.channelCount)
        queue.append(.audio(samples))
    }

    private func enqueueSilence(_ frameCount: Int) {
        placement.advance(by: frameCount)
        queue.append(.silence(frameCount))
    }

    private func lose(_ frameCount: Int) {
        guard frameCount > 0 else { return }
        lostCount += frameCount
        tellOfLoss()
        enqueueSilence(frameCount)
    }
}
