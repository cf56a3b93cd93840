// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceRedaction
import FaceValues
import Testing

@Suite struct AudioBleeperTests {
    private static let rate = 8000

    /// Speech, as far as this test is concerned: 0.5 everywhere.
    private func audio(fromMillisecond start: Int64, milliseconds: Int) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: [Float](repeating: 0.5, count: 2 * milliseconds * Self.rate / 1000),
            sampleRate: Self.rate, channelCount: 2,
            presentationTime: MediaTime(value: start, timescale: 1000))
    }

    @Test func theToneIsThereAloneWhereItWasAskedFor() {
        let stretch =
            MediaTime(value: 150, timescale: 1000)...MediaTime(value: 250, timescale: 1000)
        let bleeper = AudioBleeper(stretches: [stretch])
        let samples = [0, 100, 200].flatMap {
            bleeper.process(audio(fromMillisecond: $0, milliseconds: 100)).samples
        }
        for (index, sample) in samples.enumerated() {
            let millisecond = Double(index / 2) * 1000 / Double(Self.rate)
            #expect((sample == 0.5) == !(150...250).contains(millisecond), "\(millisecond) ms")
        }
    }

    @Test func stretchesInWhichThereIsNoAudioAreTold() {
        func stretch(_ from: Int64, _ to: Int64) -> ClosedRange<MediaTime> {
            MediaTime(value: from, timescale: 1000)...MediaTime(value: to, timescale: 1000)
        }
        let stretches = [stretch(50, 150), stretch(200, 300), stretch(310, 320)]
        let bleeper = AudioBleeper(stretches: stretches)
        #expect(bleeper.stretchesWithoutAudio == stretches)
        for start in [0, 100] {
            _ = bleeper.process(audio(fromMillisecond: Int64(start), milliseconds: 100))
        }
        #expect(bleeper.stretchesWithoutAudio == [stretches[1], stretches[2]])
        #expect(AudioBleeper().stretchesWithoutAudio == [])
    }

    @Test func theToneGoesOnFromOneBufferToTheNext() {
        let whole = AudioBleeper().process(audio(fromMillisecond: 0, milliseconds: 60)).samples
        let parts = [0, 20, 40].flatMap {
            AudioBleeper().process(audio(fromMillisecond: $0, milliseconds: 20)).samples
        }
        #expect(zip(whole, parts).allSatisfy { abs($0 - $1) < 1e-4 })
        // A tone of 1 kHz, as loud in both channels: a period has eight frames.
        #expect(whole.allSatisfy { abs($0) < 0.11 } && whole.contains { $0 > 0.09 })
        #expect(abs(whole[2] - whole[18]) < 1e-4 && whole[2] == whole[3])
    }
}
