// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import Glibc

/// Half a second of a constant, a hundredth of a second at a time, then as much silence of no audio.
final class ToneSource: CaptureSource, CaptureSourceControl {
    static let format = AudioFormat(sampleRate: 48_000, channelCount: 2)
    static let stretchCount = 50
    static let stretchFrameCount = 480

    let videoFormat: VideoFormat? = nil
    let audioFormat: AudioFormat? = ToneSource.format
    let isLive = true
    let timebase = CaptureEvent.Timebase.host
    let estimatedFrameCount: Int? = nil
    // Only the capture thread touches it.
    nonisolated(unsafe) private var count = 0

    static func stretch(_ number: Int, value: Float = 0.5) -> AudioSampleBuffer {
        AudioSampleBuffer(
            samples: [Float](
                repeating: value, count: stretchFrameCount * format.channelCount),
            sampleRate: format.sampleRate, channelCount: format.channelCount,
            presentationTime: MediaTime(value: Int64(number), timescale: 100))
    }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        guard count < Self.stretchCount else {
            usleep(500_000)
            return nil
        }
        usleep(10_000)
        defer { count += 1 }
        return .audio(Self.stretch(count))
    }

    func cancel() {}
}
