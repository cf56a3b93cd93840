// SPDX-License-Identifier: Apache-2.0
import FaceValues
import Testing

@testable import CaptureSamples

@Suite struct ProcessedSourceTests {
    private final class ScriptedSource: CaptureSource, CaptureSourceControl {
        let videoFormat: VideoFormat? = nil
        let isLive = false
        let estimatedFrameCount: Int? = nil
        private let events: [CaptureEvent]
        nonisolated(unsafe) private var next = 0

        init(_ events: [CaptureEvent]) { self.events = events }

        func nextEvent() throws(FacecapError) -> CaptureEvent? {
            defer { next += 1 }
            return next < events.count ? events[next] : nil
        }

        func cancel() {}
    }

    private final class Widener: SampleProcessor {
        let mediaTypes: Set<MediaType> = [.video]

        func process(_ sample: VideoSampleBuffer) throws(FacecapError) -> VideoSampleBuffer {
            guard sample.presentationTime.value < 9 else {
                throw FacecapError(.systemFailed, "The frame cannot be made.")
            }
            let pool = PixelBufferPool(format: .gray8, width: 32, height: 8)
            return sample.replacingPixelBuffer(with: pool.makePixelBuffer { _ in })
        }
    }

    private func sample(_ value: Int64) -> VideoSampleBuffer {
        let pool = PixelBufferPool(format: .gray8, width: 16, height: 8)
        return VideoSampleBuffer(
            pixelBuffer: pool.makePixelBuffer { _ in },
            presentationTime: MediaTime(value: value, timescale: 30),
            orientation: .quarterTurn, captureNanoseconds: 5)
    }

    @Test func imagesAreReplacedAndKeepTheirTimeAndOrientation() throws {
        let source = ProcessedSource(ScriptedSource([.video(sample(1))]), processors: [Widener()])
        guard case .video(let made) = try source.nextEvent() else {
            Issue.record("no frame")
            return
        }
        #expect(made.pixelBuffer.width == 32)
        #expect(made.presentationTime == MediaTime(value: 1, timescale: 30))
        #expect(made.orientation == .quarterTurn)
        #expect(made.captureNanoseconds == 5)
        #expect(try source.nextEvent() == nil)
    }

    private final class Listener: SampleProcessor {
        let mediaTypes: Set<MediaType> = []
        nonisolated(unsafe) private(set) var heard: [FacecapError] = []

        func note(_ warning: FacecapError) { heard.append(warning) }
    }

    @Test func warningsAreHeardByEachProcessorAndGoOn() throws {
        let (first, second) = (Listener(), Listener())
        let error = FacecapError(.mediaDamaged, "torn")
        let source = ProcessedSource(
            ScriptedSource([.warning(error)]), processors: [first, Widener(), second])
        guard case .warning(error) = try source.nextEvent() else {
            Issue.record("no warning")
            return
        }
        #expect(first.heard == [error] && second.heard == [error])
    }

    @Test func encodedImagesThatWouldShowWhatWasChangedAreLeftOut() throws {
        let encoded = EncodedSample(
            bytes: [1], presentationTime: MediaTime(value: 0, timescale: 30),
            decodeTime: MediaTime(value: 0, timescale: 30), duration: nil, isSync: true)
        let source = ProcessedSource(
            ScriptedSource([.encoded(encoded, .video), .encoded(encoded, .audio)]),
            processors: [Widener()])
        guard case .encoded(_, .audio) = try source.nextEvent() else {
            Issue.record("no packet of audio")
            return
        }
        #expect(try source.nextEvent() == nil)
    }

    private final class Doubler: SampleProcessor {
        let mediaTypes: Set<MediaType> = [.audio]

        func process(_ audio: AudioSampleBuffer) throws(FacecapError) -> AudioSampleBuffer {
            AudioSampleBuffer(
                samples: audio.samples.map { $0 * 2 + 1 }, sampleRate: audio.sampleRate,
                channelCount: audio.channelCount, presentationTime: audio.presentationTime)
        }
    }

    @Test func processorsFollowEachOther() throws {
        let audio = AudioSampleBuffer(
            samples: [1, 2], sampleRate: 8000, channelCount: 1, presentationTime: .zero)
        let source = ProcessedSource(
            ScriptedSource([.audio(audio), .video(sample(1))]),
            processors: [Doubler(), Widener(), Doubler()])
        guard case .audio(let doubled) = try source.nextEvent(),
            case .video(let widened) = try source.nextEvent()
        else {
            Issue.record("a sample is missing")
            return
        }
        #expect(doubled.samples == [7, 11])
        #expect(widened.pixelBuffer.width == 32)
    }

    @Test func anImageThatCannotBeProcessedEndsTheStream() {
        let source = ProcessedSource(ScriptedSource([.video(sample(9))]), processors: [Widener()])
        #expect(throws: FacecapError.self) { try source.nextEvent() }
    }
}
