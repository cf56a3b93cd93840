// SPDX-License-Identifier: Apache-2.0
import CaptureSamples
import FaceValues
import SystemSupport

/// Plays a list of events; then ends, fails, or waits to be cancelled.
final class ScriptedSource: CaptureSource, CaptureSourceControl {
    enum Ending: Sendable {
        case endOfStream
        case failure(FacecapError)
        case waitForCancel
    }

    private struct State {
        var next = 0
        var isCancelled = false
        var needs: [Int?] = []
        var taken: [Set<MediaType>] = []
    }

    let videoFormat: VideoFormat?
    let depthFormat: VideoFormat?
    let audioFormat: AudioFormat?
    let isLive: Bool
    private let events: [CaptureEvent]
    private let ending: Ending
    private let state = Monitor(State())

    init(
        _ events: [CaptureEvent], ending: Ending = .endOfStream, isLive: Bool = false,
        orientation: VideoOrientation = .upright, isDepthCamera: Bool = false,
        isMicrophone: Bool = false, hasAudio: Bool = false
    ) {
        self.events = events
        self.ending = ending
        self.isLive = isLive
        let format = VideoFormat(width: 4, height: 2, frameRate: 10, orientation: orientation)
        videoFormat = isDepthCamera || isMicrophone ? nil : format
        audioFormat =
            isMicrophone || hasAudio ? AudioFormat(sampleRate: 10, channelCount: 1) : nil
        depthFormat = isDepthCamera ? format : nil
    }

    /// Events not handed out yet.
    var remainingEvents: Int { max(0, events.count - state.withLock { $0.next }) }

    /// Waits until all events are handed out, at most a minute.
    func waitUntilTaken() {
        let deadline = MonotonicClock.nowNanoseconds + 60_000_000_000
        _ = state.wait(untilNanoseconds: deadline) { $0.next >= events.count ? () : nil }
    }

    var estimatedFrameCount: Int? { events.count }

    func nextEvent() throws(FacecapError) -> CaptureEvent? {
        let position = state.withLock { state in
            defer { state.next += 1 }
            return state.isCancelled ? events.count : state.next
        }
        if position < events.count { return events[position] }
        switch ending {
        case .endOfStream: return nil
        case .failure(let error): throw error
        case .waitForCancel: return state.wait { $0.isCancelled ? .some(nil) : nil }
        }
    }

    /// What the source was told of how large frames have to be.
    var needs: [Int?] { state.withLock { $0.needs } }

    func needsFrames(ofLongerSide longerSide: Int?) {
        state.withLock { $0.needs.append(longerSide) }
    }

    /// What the source was told of which samples somebody takes.
    var taken: [Set<MediaType>] { state.withLock { $0.taken } }

    func needsSamples(of mediaTypes: Set<MediaType>) {
        state.withLock { $0.taken.append(mediaTypes) }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    static func frame(_ number: Int) -> CaptureEvent { .video(sample(number)) }

    /// The sample of it.
    static func sample(_ number: Int) -> VideoSampleBuffer {
        let pool = PixelBufferPool(format: .gray8, width: 4, height: 2)
        return VideoSampleBuffer(
            pixelBuffer: pool.makePixelBuffer { planes in
                planes[0].bytes.initializeMemory(
                    as: UInt8.self, repeating: 0, count: 2 * planes[0].bytesPerRow)
            },
            presentationTime: MediaTime(value: Int64(number), timescale: 10),
            captureNanoseconds: Int64(number))
    }

    /// A depth image whose columns are `firstColumn`, one more, and so on.
    static func depth(
        _ number: Int, firstColumn: UInt16 = 1000, width: Int = 4, height: Int = 2
    ) -> CaptureEvent {
        let pool = PixelBufferPool(format: .depth16, width: width, height: height)
        let image = pool.makePixelBuffer { planes in
            for y in 0..<height {
                for x in 0..<width {
                    (planes[0].bytes + y * planes[0].bytesPerRow).storeBytes(
                        of: (firstColumn + UInt16(x)).littleEndian, toByteOffset: 2 * x,
                        as: UInt16.self)
                }
            }
        }
        return .depth(
            VideoSampleBuffer(
                pixelBuffer: image,
                presentationTime: MediaTime(value: Int64(number), timescale: 10),
                captureNanoseconds: Int64(number)))
    }

    /// An encoded frame or packet of audio that holds the number of its tenth of a second.
    static func encoded(
        _ number: Int, _ mediaType: MediaType, isSync: Bool = true
    ) -> CaptureEvent {
        .encoded(
            EncodedSample(
                bytes: [UInt8(number)],
                presentationTime: MediaTime(value: Int64(number), timescale: 10), isSync: isSync),
            mediaType)
    }

    static func audio(_ number: Int) -> CaptureEvent {
        .audio(
            AudioSampleBuffer(
                samples: [Float(number)], sampleRate: 10, channelCount: 1,
                presentationTime: MediaTime(value: Int64(number), timescale: 10)))
    }

    static func frames(_ count: Int) -> [CaptureEvent] { (0..<count).map(frame) }
}
