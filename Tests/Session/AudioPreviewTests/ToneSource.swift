// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport

/// Half a second of a constant, a hundredth of a second at a time, the last of which waits for ``end()``.
final class ToneSource: CaptureSource, CaptureSourceControl {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
    static let stretchCount = 50
    static let stretchFrameCount = 480

    let videoFormat: VideoFormat? = nil
    let audioFormat: AudioFormat? = ToneSource.format
    let isLive = true
    let timebase = CaptureEvent.Timebase.host
    let estimatedFrameCount: Int? = nil
    private let pace = CaptureCancellation()
    private let mayEnd = Monitor(false)
    // Only the capture thread touches them.
    nonisolated(unsafe) private var count = 0
    nonisolated(unsafe) private var start = MonotonicClock.nowNanoseconds

    static func stretch(_ number: Int, value: Float = 0.5) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: [Float](
                repeating: value, count: stretchFrameCount * format.channelCount),
            sampleRate: format.sampleRate, channelCount: format.channelCount,
            presentationTime: MediaTime(value: Int64(number), timescale: 100))
    }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        guard count < Self.stretchCount else { return nil }
        if count == 0 { start = MonotonicClock.nowNanoseconds }
        defer { count += 1 }
        _ = pace.wait(untilNanoseconds: start + Int64(count + 1) * 10_000_000)
        if count + 1 == Self.stretchCount { mayEnd.wait { $0 ? () : nil } }
        return .audio(Self.stretch(count))
    }

    /// The last stretch need not wait any longer.
    func end() { mayEnd.withLock { $0 = true } }

    func cancel() {
        pace.cancel()
        end()
    }
}
