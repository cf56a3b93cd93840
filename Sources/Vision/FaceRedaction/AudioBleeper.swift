// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues
internal import Glibc
internal import Synchronization

/// Puts a tone in the place of audio for stretches of its time, as speech gives people away too.
package final class AudioBleeper: SampleProcessor {
    private let stretches: [ClosedRange<MediaTime>]?
    /// The indices of the stretches that have a tone.
    private let reached = Mutex(Set<Int>())

    /// A tone that is heard and hurts nobody: 1 kHz at -20 dB of full scale.
    private static let frequency = 1000.0
    private static let amplitude = 0.1

    /// - Parameter stretches: of presentation times; `nil` for all of the audio.
    package init(stretches: [ClosedRange<MediaTime>]? = nil) { self.stretches = stretches }

    /// The stretches in which there was no audio so far.
    package var stretchesWithoutAudio: [ClosedRange<MediaTime>] {
        let reached = reached.withLock { $0 }
        return (stretches ?? []).enumerated().filter { !reached.contains($0.offset) }.map(\.element)
    }

    /// Audio alone.
    package var mediaTypes: Set<MediaType> { [.audio] }

    /// The audio with its tone, which goes on from one stretch of audio to the next, as it depends on the
    /// time alone.
    package func process(_ audio: AudioSampleBuffer) -> AudioSampleBuffer {
        let start = audio.presentationTime.seconds
        let rate = Double(audio.sampleRate)
        let ranges = stretches?.map { $0.lowerBound.seconds...$0.upperBound.seconds }
        var samples = audio.samples
        for frame in 0..<audio.frameCount {
            let time = start + Double(frame) / rate
            if let ranges, !ranges.contains(where: { $0.contains(time) }) { continue }
            let tone = Float(sin(2 * .pi * Self.frequency * time) * Self.amplitude)
            for channel in 0..<audio.channelCount {
                samples[frame * audio.channelCount + channel] = tone
            }
        }
        note(start...max(start, start + Double(audio.frameCount - 1) / rate), in: ranges ?? [])
        return audio.replacing(samples: samples)
    }

    /// Notes which stretches have audio.
    private func note(_ times: ClosedRange<Double>, in ranges: [ClosedRange<Double>]) {
        reached.withLock { $0.formUnion(ranges.indices.filter { ranges[$0].overlaps(times) }) }
    }
}
