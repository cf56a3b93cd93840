// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc
import Synchronization

/// Half a second of a constant, a hundredth of a second at a time, the last of which waits.
final class ToneSource: CaptureSource, CaptureSourceControl {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
    static let stretchCount = 50
    static let stretchFrameCount = 480

    let videoFormat: VideoFormat? = nil
    let audioFormat: AudioFormat? = ToneSource.format
    let isLive = true
    let timebase = CaptureEvent.Timebase.host
    let estimatedFrameCount: Int? = nil
    private let mayEnd: @Sendable () -> Bool
    private let isCancelled = Atomic(false)
    // Only the capture thread touches it.
    nonisolated(unsafe) private var count = 0

    /// - Parameter mayEnd: whether the last stretch need not wait any longer, which it does for a minute at most.
    init(mayEnd: @escaping @Sendable () -> Bool) { self.mayEnd = mayEnd }

    static func stretch(_ number: Int, value: Float = 0.5) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: [Float](
                repeating: value, count: stretchFrameCount * format.channelCount),
            sampleRate: format.sampleRate, channelCount: format.channelCount,
            presentationTime: MediaTime(value: Int64(number), timescale: 100))
    }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        guard count < Self.stretchCount else { return nil }
        usleep(10_000)
        defer { count += 1 }
        if count + 1 == Self.stretchCount { waitForEnd() }
        return .audio(Self.stretch(count))
    }

    private func waitForEnd() {
        let deadline = MonotonicClock.nowNanoseconds + 60_000_000_000
        while !mayEnd(), !isCancelled.load(ordering: .relaxed),
            MonotonicClock.nowNanoseconds < deadline
        {
            usleep(1000)
        }
    }

    func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
