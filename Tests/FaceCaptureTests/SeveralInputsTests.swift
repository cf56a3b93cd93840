import CaptureSamples
import FaceValues
import Testing

@testable import FaceCapture

/// Several inputs of one session, on one clock.
struct SeveralInputsTests {
    /// Hands out what it is told to, with times of `CLOCK_MONOTONIC`.
    private final class HostSource: CaptureSource {
        let videoFormat: VideoFormat?
        let audioFormat: AudioFormat?
        let timebase = SourceTimebase.host
        let isLive = true
        let estimatedFrameCount: Int? = nil

        init(hasPictures: Bool) {
            videoFormat = hasPictures ? VideoFormat(width: 4, height: 2, frameRate: 10) : nil
            audioFormat = hasPictures ? nil : AudioFormat(sampleRate: 1000, channelCount: 2)
        }

        func nextEvent() throws(FacecapError) -> CaptureEvent? { nil }
        func cancel() {}
    }

    private let clock = SessionClock()

    private func picture(milliseconds: Int64) -> CaptureEvent {
        .video(
            VideoSampleBuffer(
                pixelBuffer: PixelBufferPool(format: .gray8, width: 4, height: 2)
                    .makePixelBuffer { _ in },
                presentationTime: MediaTime(value: milliseconds * 1000, timescale: 1_000_000),
                captureNanoseconds: milliseconds * 1_000_000))
    }

    /// 10 ms of two channels at 1000 Hz that count the sample frames.
    private func sound(milliseconds: Int64) -> CaptureEvent {
        .audio(
            AudioSampleBuffer(
                samples: (0..<10).flatMap { [Float($0), -Float($0)] }, sampleRate: 1000,
                channelCount: 2,
                presentationTime: MediaTime(value: milliseconds * 1000, timescale: 1_000_000)))
    }

    private func times(
        of events: [CaptureEvent], on timeline: inout SessionTimeline
    ) -> [Double] {
        var times: [Double] = []
        for event in events {
            timeline.place(event) { placed in
                switch placed {
                case .video(let sample): times.append(sample.presentationTime.seconds)
                case .audio(let sample): times.append(sample.presentationTime.seconds)
                default: break
                }
            }
        }
        return times
    }

    @Test func timesCountFromTheFirstPictureOfAnyCamera() {
        var left = SessionTimeline(HostSource(hasPictures: true), clock, beginsSession: true)
        var right = SessionTimeline(HostSource(hasPictures: true), clock, beginsSession: true)
        #expect(times(of: [picture(milliseconds: 5000)], on: &left) == [0])
        #expect(
            times(of: [picture(milliseconds: 5010), picture(milliseconds: 5110)], on: &right)
                == [0.01, 0.11])
    }

    @Test func picturesFromBeforeTheSessionsZeroAreLeftOut() {
        _ = clock.begin(at: 5_000_000_000)
        var late = SessionTimeline(HostSource(hasPictures: true), clock, beginsSession: true)
        #expect(
            times(of: [picture(milliseconds: 4990), picture(milliseconds: 5090)], on: &late)
                == [0.09])
    }

    @Test func soundWaitsForTheFirstPictureAndIsCutThere() {
        var timeline = SessionTimeline(HostSource(hasPictures: false), clock, beginsSession: false)
        let early = [sound(milliseconds: 80), sound(milliseconds: 90)]
        #expect(times(of: early, on: &timeline) == [])
        _ = clock.begin(at: 94_000_000)
        var kept: [Float] = []
        timeline.place(sound(milliseconds: 100)) { event in
            if case .audio(let sample) = event { kept += sample.samples }
        }
        #expect(kept.prefix(4) == [4, -4, 5, -5])
        #expect(kept.count == 2 * (6 + 10))
    }

    @Test func theSoundOfASessionWithoutPicturesBeginsAtZero() {
        var timeline = SessionTimeline(HostSource(hasPictures: false), clock, beginsSession: true)
        #expect(
            times(of: [sound(milliseconds: 80), sound(milliseconds: 90)], on: &timeline)
                == [0, 0.01])
    }
}
