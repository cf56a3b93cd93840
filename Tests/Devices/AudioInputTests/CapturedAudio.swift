// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Testing

@testable import AudioInput

/// What a microphone handed out.
struct CapturedAudio {
    var samples: [Float] = []
    var start: MediaTime?
    var lostCount = 0
    /// Places at which a stretch does not begin where the one before ended, by more than a tick.
    var seamCount = 0
    var happenings: [String] = []
    /// The least number of seconds by which the audio that has come is behind the clock, since the pause: where the machine
    /// is busy, more of it is late.
    var lag = Double.infinity

    /// Listens to so many sample frames, then to none for a time, then to as many again.
    init(
        of microphone: Microphone, frameCount: Int, pausingFor seconds: Double
    ) throws {
        while frames < frameCount, let event = try microphone.nextEvent() { note(event) }
        usleep(UInt32(seconds * 1e6))
        lag = .infinity
        try listen(to: microphone, frameCount: 2 * frameCount)
    }

    /// Listens until so many sample frames have come, then cancels and takes what is left.
    init(of microphone: Microphone, frameCount: Int) throws {
        try listen(to: microphone, frameCount: frameCount)
    }

    private mutating func listen(to microphone: Microphone, frameCount: Int) throws {
        while frames < frameCount, let event = try microphone.nextEvent() { note(event) }
        microphone.control.cancel()
        while let event = try microphone.nextEvent() { note(event) }
    }

    private var frames: Int { samples.count }

    private mutating func note(_ event: CaptureEvent) {
        switch event {
        case .audio(let audio):
            let begin = start ?? audio.presentationTime
            start = begin
            let due = begin.seconds + Double(samples.count) / Double(audio.sampleRate)
            if abs(audio.presentationTime.seconds - due) > 2e-6 { seamCount += 1 }
            samples += stride(from: 0, to: audio.samples.count, by: audio.channelCount).map {
                audio.samples[$0]
            }
            let end = begin.seconds + Double(samples.count) / Double(audio.sampleRate)
            lag = min(lag, Double(MonotonicClock.nowNanoseconds) / 1e9 - end)
        case .lostAudio(let count): lostCount += count
        case .interrupted(let reason): happenings.append("interrupted: \(reason)")
        case .interruptionEnded: happenings.append("interruption ended")
        default: Issue.record("unexpected \(event)")
        }
    }
}
