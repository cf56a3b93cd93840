// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceCapture
import FaceValues
import Synchronization
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

    /// Each connection has its own, and the levels are those of what passes.
    @Test func channelsAreAsLoudAsTheirConnectionSays() async throws {
        final class Listener: CaptureOutput {
            let heard = Mutex<[Float]>([])
            let mediaTypes: Set<MediaType> = [.audio]
            func start(connections: [CaptureConnection], isLossless: Bool) {}
            func deliver(_ delivery: CaptureDelivery, from connection: CaptureConnection) {
                if case .audio(let audio) = delivery {
                    heard.withLock { $0 = Array(audio.samples.prefix(3)) }
                }
            }
            func finish() {}
        }
        let (quiet, loud) = (Listener(), Listener())
        let source = ScriptedSource([.audio(audio([0.5, 0.5, 0.5], frameCount: 4800))])
        let session = CaptureSession()
        try await session.addInput(CaptureDeviceInput(device: CaptureSessionTests.device(source)))
        try await session.addOutput(quiet)
        try await session.addOutput(loud)
        let connection = try #require(await session.connection(to: quiet))
        connection.setVolume(0.5, ofAudioChannel: 0)
        connection.setVolume(.infinity, ofAudioChannel: 1)
        connection.setEnabled(false, ofAudioChannel: 2)
        _ = try await CaptureSessionTests.run(session)
        #expect(quiet.heard.withLock { $0 } == [0.25, 0.5, 0])
        #expect(loud.heard.withLock { $0 } == [0.5, 0.5, 0.5])
        let channels = connection.audioChannels
        #expect(channels.map(\.volume) == [0.5, 1, 1])
        #expect(channels.map(\.isEnabled) == [true, true, false])
        #expect(channels[2].peakHoldLevel == -160 && channels[1].peakHoldLevel > -7)
        connection.setEnabled(true, ofAudioChannel: 2)
        #expect(connection.audioChannels[2].isEnabled)
    }

    @Test func aMeterThatHeardNothingHasNoChannels() {
        #expect(AudioLevelMeter().channels.isEmpty)
    }
}
