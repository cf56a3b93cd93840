// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
import Glibc

/// How loud audio is, channel by channel: a value without I/O that is fed stretch by stretch.
package struct AudioLevelMeter: Sendable {
    /// Seconds in which the average level follows a change by 1/e.
    private static var averagingSeconds: Double { 0.3 }
    /// How fast a peak that is over falls, in dB a second.
    private static var decayPerSecond: Double { 20 }
    /// What silence is given as, in dBFS.
    private static var floor: Double { -160 }

    private struct Level {
        var meanSquare = 0.0
        var peak = AudioLevelMeter.floor
    }

    private var levels: [Level] = []

    /// A meter that has heard nothing.
    package init() {}

    /// The channels of the audio that was heard last; none before the first.
    package var channels: [CaptureAudioChannel] {
        levels.map {
            CaptureAudioChannel(
                averagePowerLevel: Self.decibels(power: $0.meanSquare), peakHoldLevel: $0.peak)
        }
    }

    /// Takes the next stretch of audio; samples that are no numbers count as silence.
    package mutating func update(with audio: AudioSampleBuffer) {
        if levels.count != audio.channelCount {
            levels = [Level](repeating: Level(), count: audio.channelCount)
        }
        guard audio.frameCount > 0, audio.sampleRate > 0 else { return }
        let seconds = Double(audio.frameCount) / Double(audio.sampleRate)
        for channel in levels.indices {
            var (squares, highest) = (0.0, Float(0))
            for index in stride(from: channel, to: audio.samples.count, by: audio.channelCount) {
                let sample = audio.samples[index]
                guard sample.isFinite else { continue }
                squares += Double(sample) * Double(sample)
                highest = max(highest, abs(sample))
            }
            let share = 1 - exp(-seconds / Self.averagingSeconds)
            let meanSquare = squares / Double(audio.frameCount)
            levels[channel].meanSquare += (meanSquare - levels[channel].meanSquare) * share
            levels[channel].peak = max(
                Self.decibels(power: Double(highest) * Double(highest)),
                levels[channel].peak - Self.decayPerSecond * seconds, Self.floor)
        }
    }

    private static func decibels(power: Double) -> Double {
        power > 0 ? max(floor, 10 * log10(power)) : floor
    }
}
