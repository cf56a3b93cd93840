// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Testing

struct AudioLevelMeterTests {
    private func audio(_ values: [Float], frameCount: Int) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: Array(repeatElement(values, count: frameCount).joined()), sampleRate: 48_000,
            channelCount: values.count, presentationTime: .zero)
    }

    @Test func levelsOfEachChannelAreInDecibelsOfFullScale() {
        var meter = AudioLevelMeter()
        for _ in 0..<10 { meter.update(with: audio([0.5, 0], frameCount: 48_000)) }
        let channels = meter.channels
        #expect(abs(channels[0].averagePowerLevel + 6.02) < 0.01)
        #expect(abs(channels[0].peakHoldLevel + 6.02) < 0.01)
        #expect(channels[1].averagePowerLevel == -160)
        #expect(channels[1].peakHoldLevel == -160)
    }

    @Test func aPeakFallsBySlowSteps() {
        var meter = AudioLevelMeter()
        meter.update(with: audio([1], frameCount: 480))
        meter.update(with: audio([0], frameCount: 24_000))
        #expect(abs(meter.channels[0].peakHoldLevel + 10) < 0.01)
    }

    @Test func whatIsNoNumberIsSilent() {
        var meter = AudioLevelMeter()
        meter.update(with: audio([.nan, .infinity], frameCount: 480))
        #expect(meter.channels.allSatisfy { $0.peakHoldLevel == -160 })
    }

    @Test func aMeterThatHeardNothingHasNoChannels() {
        #expect(AudioLevelMeter().channels.isEmpty)
    }
}
