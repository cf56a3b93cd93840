// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
import Glibc
import Synchronization
internal import SystemSupport

/// A microphone, or any other capture device of ALSA: audio as interleaved floats that stays with the
/// host's clock.
///
/// It is opened and runs from when it is made. What is handed out is continuous: audio that the device
/// or the machine loses is replaced by silence and counted, and the difference between the card's clock
/// and the host's is taken out. A device that goes away is silent until it comes back: it never ends a
/// recording.
/// Source: alsa-lib's PCM interface, status and time stamps.
package final class Microphone: CaptureSource {
    /// There are no frames.
    package var videoFormat: VideoFormat? { nil }
    /// What the audio is like; it stays so when the device comes back.
    package let audioFormat: AudioFormat?
    /// `CLOCK_MONOTONIC`, as the driver stamps what it captures.
    package var timebase: CaptureEvent.Timebase { .host }
    /// Always: a microphone waits for nobody.
    package var isLive: Bool { true }
    /// Never known.
    package var estimatedFrameCount: Int? { nil }

    /// Ends the stream, and knows how the card's clock runs.
    package var control: any CaptureSourceControl { card }

    /// What other threads may know and ask of the microphone.
    private final class Card: CaptureSourceControl {
        let wake: WakeEvent
        private let measuredDrift = Mutex<Double?>(nil)

        init() throws(FacecapError) { wake = try WakeEvent() }

        var clockDriftPPM: Double? { measuredDrift.withLock { $0 } }

        func cancel() { wake.signal() }

        func note(drift: Double?) { measuredDrift.withLock { $0 = drift } }
    }

    private let card: Card
    private let open: () throws(FacecapError) -> any CapturePCM
    private let now: () -> Int64
    private var pcm: (any CapturePCM)?
    private let stream: MicrophoneStream
    private var reopening = ReopeningSchedule()
    private var restartsInARow = 0

    /// Seconds without audio after which a device is taken for stuck.
    private static var timeout: Int64 { 1_000_000_000 }

    /// Opens a device such as `hw:0,0` or `default` and starts it.
    ///
    /// Throws `.sourceNotFound`, `.permissionDenied`, `.deviceBusy`, `.formatUnsupported`,
    /// `.deviceDisconnected` and `.systemFailed`, each with its remedy.
    package convenience init(
        name: String, request: MicrophoneRequest = MicrophoneRequest()
    ) throws(FacecapError) {
        ALSALibrary.prepare()
        let locator = MicrophoneLocator(name: name)
        try self.init(
            open: { () throws(FacecapError) in
                guard let current = locator.currentName() else {
                    throw .microphone(name, "snd_pcm_open", -ENODEV)
                }
                return try ALSACapturePCM.open(current, request)
            },
            now: { MonotonicClock.nowNanoseconds })
    }

    init(
        open: @escaping () throws(FacecapError) -> any CapturePCM, now: @escaping () -> Int64
    ) throws(FacecapError) {
        card = try Card()
        let pcm = try open()
        audioFormat = pcm.format
        stream = try MicrophoneStream(format: pcm.format, startNanoseconds: now())
        self.open = open
        self.now = now
        self.pcm = pcm
    }

    /// Waits for the next stretch of audio, or for what happened to it; it never throws.
    package func nextEvent() throws(FacecapError) -> CaptureEvent? {
        while true {
            if let event = stream.next() { return event }
            if card.wake.isSignaled { break }
            if let pcm { listen(to: pcm) } else { waitForDevice() }
        }
        stream.tellOfLoss()
        return stream.next()
    }

    private func listen(to pcm: any CapturePCM) {
        let excess = stream.millisecondsAhead(at: now())
        if excess > 0 { return card.wake.wait(milliseconds: excess) }
        do throws(PCMFailure) {
            let readiness = try pcm.wait(orFor: card.wake.descriptor, milliseconds: 200)
            guard readiness != .woken else { return }
            let stamp = try pcm.stamp()
            let samples =
                readiness == .nothing ? [] : try pcm.read(atMost: pcm.format.sampleRate / 10)
            // An overrun that neither of them knows of any more; what was read is lost with it.
            if readiness == .failed { throw PCMFailure(number: -EPIPE) }
            if !samples.isEmpty { return receive(samples, stamp) }
            if stream.isSilent(since: Self.timeout, at: now()) {
                throw PCMFailure(number: -ETIMEDOUT)
            }
        } catch {
            recover(pcm, from: error)
        }
    }

    private func receive(
        _ samples: [Float], _ stamp: (waitingFrameCount: Int, nanoseconds: Int64)
    ) {
        restartsInARow = 0
        if reopening.isInterrupted {
            stream.append(.interruptionEnded)
            reopening = ReopeningSchedule()
        }
        stream.append(samples, stamp: stamp, at: now())
        card.note(drift: stream.driftPPM)
    }

    /// Goes on after an overrun; a device that cannot, or does not in the end, is opened again.
    private func recover(_ pcm: any CapturePCM, from failure: PCMFailure) {
        restartsInARow += 1
        guard failure.isOverrun, restartsInARow < 8 else { return interrupt(failure) }
        do throws(PCMFailure) {
            try pcm.restart()
            stream.restart(at: now())
        } catch {
            interrupt(error)
        }
    }

    private func interrupt(_ failure: PCMFailure) {
        pcm = nil
        let reason =
            switch FacecapError.Code(deviceFailure: -failure.number) {
            case .deviceDisconnected, .sourceNotFound: "the microphone went away"
            case _ where failure.number == -ETIMEDOUT: "no audio for 1 s"
            default: "the microphone failed (\(ALSALibrary.text(of: failure.number)))"
            }
        if !reopening.isInterrupted { stream.append(.interrupted(reason: reason)) }
        reopening.fail(at: now())
        stream.restart(at: now())
    }

    /// Silence while there is no device, and from time to time a look whether it is there again.
    private func waitForDevice() {
        card.wake.wait(milliseconds: 100)
        // The device may come back with audio that is a little older.
        stream.fill(until: now() - 200_000_000)
        guard reopening.isDue(at: now()) else { return }
        do throws(FacecapError) {
            let opened = try open()
            guard opened.format == audioFormat else { return reopening.fail(at: now()) }
            pcm = opened
            restartsInARow = 0
            stream.restart(at: now())
        } catch {
            reopening.fail(at: now())
        }
    }
}
