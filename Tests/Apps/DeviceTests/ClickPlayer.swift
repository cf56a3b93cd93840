// SPDX-License-Identifier: Apache-2.0
import CALSA
import Facecap
import Glibc
import Synchronization
import SystemSupport

/// Plays a click about each second on a playback device, and knows when each was heard: by the clock of
/// the host and the device's own count of what it played.
///
/// The `k`th click lasts `k % 8 + 1` times 5 ms, so that it is known by its length.
final class ClickPlayer: Sendable {
    /// Clicks that differ in length.
    static let kinds = 8
    /// Seconds by which one kind of click is longer than the one before.
    static let step = 0.005
    private static let rate = 48_000
    private static let blockFrameCount = 480

    private struct Moment {
        let frame: Int
        let nanoseconds: Int64
        /// How often the device had run dry before.
        let underrunCount: Int
    }

    private let isStopped = Atomic(false)
    private let moments = Mutex<[Moment]>([])
    private let dryFrames = Mutex<[Int]>([])
    private let thread = Mutex<WorkerThread?>(nil)

    init(device: String) throws {
        let player = try WorkerThread(name: "test.clicks") { [self] in play(device) }
        thread.withLock { $0 = player }
    }

    /// Ends the playing a second later; then all clicks are known.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        thread.withLock { $0 }?.join()
    }

    /// The frames before which the device ran dry: the player itself was late.
    var underruns: [Int] { dryFrames.withLock { $0 } }

    /// When the clicks began to be heard on `CLOCK_MONOTONIC`, by their numbers.
    func clicks() -> [Int: Int64] {
        let moments = moments.withLock { $0 }
        var clicks: [Int: Int64] = [:]
        for number in 0..<(((moments.last?.frame ?? 0) + Self.rate / 2) / Self.rate) {
            let begin = Self.rate / 2 + number * Self.rate
            // The device counts in steps of some milliseconds: what is near agrees on the average.
            let run = underruns.count { $0 <= begin }
            let near = moments.filter {
                abs($0.frame - begin) < Self.rate / 4 && $0.underrunCount == run
            }
            guard near.count >= 8 else { continue }
            let times = near.map {
                $0.nanoseconds + Int64(begin - $0.frame) * 1_000_000_000 / Int64(Self.rate)
            }
            let first = times[0]
            clicks[number] = first + times.map { $0 - first }.reduce(0, +) / Int64(times.count)
        }
        return clicks
    }

    private func play(_ device: String) {
        var opened: OpaquePointer?
        guard snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, 0) >= 0, let pcm = opened
        else { return }
        defer { snd_pcm_close(pcm) }
        guard
            snd_pcm_set_params(
                pcm, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 2, UInt32(Self.rate), 0,
                500_000) >= 0
        else { return }
        var frame = 0
        var end = Int.max
        while frame < end {
            // What is around a click tells when it was heard.
            if end == .max, isStopped.load(ordering: .relaxed) { end = frame + Self.rate }
            let block = (frame..<(frame + Self.blockFrameCount)).flatMap {
                [Self.sample($0), Self.sample($0)]
            }
            let written = snd_pcm_writei(pcm, block, snd_pcm_uframes_t(Self.blockFrameCount))
            if written < 0 { dryFrames.withLock { $0.append(frame) } }
            guard written >= 0 || snd_pcm_recover(pcm, CInt(clamping: written), 1) >= 0 else {
                return
            }
            frame += max(0, written)
            note(pcm, afterFrame: frame)
        }
    }

    private func note(_ pcm: OpaquePointer, afterFrame frame: Int) {
        var delay = snd_pcm_sframes_t(0)
        let before = MonotonicClock.nowNanoseconds
        let result = snd_pcm_delay(pcm, &delay)
        let after = MonotonicClock.nowNanoseconds
        guard result >= 0, snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING, after - before < 2_000_000
        else { return }
        let moment = Moment(
            frame: frame - delay, nanoseconds: (before + after) / 2, underrunCount: underruns.count)
        moments.withLock {
            $0.append(moment)
        }
    }

    /// A sine of 1000 Hz at 0.8 of full scale, in clicks.
    private static func sample(_ frame: Int) -> Int16 {
        let (number, place) = (frame + rate / 2).quotientAndRemainder(dividingBy: rate)
        // The first half second is silent.
        guard number > 0 else { return 0 }
        let length = Int(Double((number - 1) % kinds + 1) * step * Double(rate))
        guard place < length else { return 0 }
        return Int16(26_000 * sine[place % 48])
    }

    /// One turn of the sine.
    private static let sine = (0..<48).map { sin(2 * Double.pi * Double($0) / 48) }
}
