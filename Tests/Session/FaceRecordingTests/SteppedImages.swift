// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport
import TestSupport

/// Gray frames, 64 x 48, ten a second, that come when a test says so.
final class SteppedImages: CaptureSource, CaptureSourceControl {
    private struct State {
        var events: [CaptureEvent] = []
        var isAsked = false
        var isOver = false
        var frameCount = 0
        var taken: [Set<MediaType>] = []
    }

    let videoFormat: VideoFormat? = VideoFormat(width: 64, height: 48, frameRate: 10)
    let estimatedFrameCount: Int? = nil
    let isLive: Bool
    let audioFormat: AudioFormat?
    private let state = Monitor(State())
    private let pool = PixelBufferPool(format: .i420, width: 64, height: 48)

    /// - Parameters:
    ///   - hasAudio: whether it offers audio, which comes where a test shows some.
    ///   - sampleRate: that of the audio.
    init(isLive: Bool = false, hasAudio: Bool = false, sampleRate: Int = 48_000) {
        self.isLive = isLive
        audioFormat = hasAudio ? AudioFormat(sampleRate: sampleRate, channelCount: 1) : nil
    }

    /// What the source was told of which samples somebody takes.
    var taken: [Set<MediaType>] { state.withLock { $0.taken } }

    func needsSamples(of mediaTypes: Set<MediaType>) {
        state.withLock { $0.taken.append(mediaTypes) }
    }

    /// Hands out the next frames and waits until all of them are delivered.
    func show(_ count: Int) {
        show(
            (0..<count).map { _ in
                let number = state.withLock { state in
                    defer { state.frameCount += 1 }
                    return state.frameCount
                }
                return .video(
                    VideoSampleBuffer(
                        pixelBuffer: pool.makePixelBuffer { planes in
                            for (index, plane) in planes.enumerated() {
                                plane.bytes.initializeMemory(
                                    as: UInt8.self,
                                    repeating: UInt8(truncatingIfNeeded: number * 8),
                                    count: plane.bytesPerRow * (index == 0 ? 48 : 24))
                            }
                        }, presentationTime: MediaTime(value: Int64(number), timescale: 10),
                        captureNanoseconds: Int64(number) * 100_000_000))
            })
    }

    /// A gray frame of a size, at a time.
    static func image(
        width: Int = 64, height: Int = 48, at time: MediaTime, luma: UInt8 = 128,
        orientation: VideoOrientation = .upright
    ) -> CaptureEvent {
        let pool = PixelBufferPool(format: .gray8, width: width, height: height)
        let image = pool.makePixelBuffer { planes in
            planes[0].bytes.initializeMemory(
                as: UInt8.self, repeating: luma, count: planes[0].bytesPerRow * height)
        }
        return .video(
            VideoSampleBuffer(
                pixelBuffer: image, presentationTime: time, orientation: orientation,
                captureNanoseconds: time.nanoseconds))
    }

    /// A frame of gray noise, which takes as many bytes as there are; `brightest` is its greatest luma.
    static func noise(
        width: Int, height: Int, at time: MediaTime, brightest: UInt8 = 255,
        _ numbers: inout SeededNumbers
    ) -> CaptureEvent {
        let pool = PixelBufferPool(format: .gray8, width: width, height: height)
        let image = pool.makePixelBuffer { planes in
            for offset in 0..<planes[0].bytesPerRow * height {
                planes[0].bytes.storeBytes(
                    of: UInt8(numbers.next() % (UInt64(brightest) + 1)), toByteOffset: offset,
                    as: UInt8.self)
            }
        }
        return .video(
            VideoSampleBuffer(
                pixelBuffer: image, presentationTime: time, captureNanoseconds: 0))
    }

    /// Frames of noise, ten a second: more than a small file system has room for.
    static func noise(count: Int64) -> [CaptureEvent] {
        var numbers = SeededNumbers(seed: 1)
        return (0..<count).map { index in
            noise(width: 320, height: 240, at: MediaTime(value: index, timescale: 10), &numbers)
        }
    }

    /// Hands out events and waits until all of them are delivered.
    func show(_ events: [CaptureEvent]) {
        state.withLock { $0.events += events }
        state.wait { $0.events.isEmpty && $0.isAsked || $0.isOver ? () : nil }
    }

    /// Leaves out frames: their times pass without them.
    func skip(_ count: Int) { state.withLock { $0.frameCount += count } }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        state.withLock { $0.isAsked = true }
        return state.wait { state -> CaptureEvent?? in
            if state.events.isEmpty { return state.isOver ? .some(nil) : nil }
            state.isAsked = false
            return state.events.removeFirst()
        }
    }

    func cancel() { state.withLock { $0.isOver = true } }
}
