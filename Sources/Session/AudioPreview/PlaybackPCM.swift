// SPDX-License-Identifier: Apache-2.0
internal import CALSA
internal import CaptureSamples
internal import FaceValues
import Glibc

/// A playback device of ALSA with a tenth of a second of buffer, which converts what it cannot play.
final class PlaybackPCM {
    let format: AudioFormat
    private let name: String
    private let pointer: OpaquePointer

    /// Microseconds between the program and the loudspeaker.
    private static var latency: UInt32 { 100_000 }
    /// Milliseconds after which a device that takes nothing has failed.
    private static var timeout: Int { 2000 }
    private static var waitingMilliseconds: Int { 100 }
    /// Failures after each other that a new start may mend.
    private static var maximumRestarts: Int { 8 }

    /// Opens and sets up a device. The corresponding C functions are `snd_pcm_open` and
    /// `snd_pcm_set_params`.
    init(_ name: String, _ format: AudioFormat) throws(FacecapError) {
        facecap_alsa_silence()
        self.name = name
        self.format = format
        var opened: OpaquePointer?
        // A card plays only what it was built for; ALSA's plug converts formats and rates.
        let converting = name.hasPrefix("hw:") ? "plug" + name : name
        var result = snd_pcm_open(
            &opened, converting, SND_PCM_STREAM_PLAYBACK, CInt(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else { throw .playback(name, "snd_pcm_open", result) }
        pointer = opened
        result = snd_pcm_set_params(
            opened, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_ACCESS_RW_INTERLEAVED,
            UInt32(format.channelCount), UInt32(clamping: format.sampleRate), 1, Self.latency)
        guard result >= 0 else { throw .playback(name, "snd_pcm_set_params", result) }
    }

    deinit { snd_pcm_close(pointer) }

    /// Hands interleaved samples to the device; returns once it has them, or is not to wait any more.
    ///
    /// - Parameter isCancelled: asked while the device is full.
    func write(_ samples: [Float], isCancelled: () -> Bool) throws(FacecapError) {
        var (written, waited, restarts) = (0, 0, 0)
        while written < samples.count, !isCancelled() {
            let result = samples.withUnsafeBufferPointer { buffer -> snd_pcm_sframes_t in
                guard let first = buffer.baseAddress else { return 0 }
                let count = (samples.count - written) / format.channelCount
                return snd_pcm_writei(pointer, first + written, snd_pcm_uframes_t(count))
            }
            switch result {
            case 1...:
                written += result * format.channelCount
                (waited, restarts) = (0, 0)
            case 0, -Int(EAGAIN):
                guard waited < Self.timeout else {
                    throw .playback(name, "snd_pcm_wait", -ETIMEDOUT)
                }
                waited += Self.waitingMilliseconds
                // What it fails with, writing says too.
                snd_pcm_wait(pointer, CInt(Self.waitingMilliseconds))
            case -Int(EPIPE), -Int(ESTRPIPE):
                // It ran dry, or slept.
                restarts += 1
                let prepared = snd_pcm_prepare(pointer)
                guard prepared >= 0, restarts < Self.maximumRestarts else {
                    throw .playback(name, "snd_pcm_prepare", prepared < 0 ? prepared : -EPIPE)
                }
            default: throw .playback(name, "snd_pcm_writei", CInt(clamping: result))
            }
        }
    }
}
