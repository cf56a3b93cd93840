import CaptureQueues
import CaptureSamples
import FaceValues

/// Plays a list of events; then ends, fails, or waits to be cancelled.
final class ScriptedSource: CaptureSource {
    enum Ending: Sendable {
        case endOfStream
        case failure(FacecapError)
        case waitForCancel
    }

    private struct State {
        var next = 0
        var isCancelled = false
    }

    let videoFormat: VideoFormat?
    let isLive: Bool
    private let events: [CaptureEvent]
    private let ending: Ending
    private let state = Monitor(State())

    init(
        _ events: [CaptureEvent], ending: Ending = .endOfStream, isLive: Bool = false,
        orientation: VideoOrientation = .upright
    ) {
        self.events = events
        self.ending = ending
        self.isLive = isLive
        videoFormat = VideoFormat(width: 4, height: 2, frameRate: 10, orientation: orientation)
    }

    /// Events not handed out yet.
    var remainingEvents: Int { max(0, events.count - state.withLock { $0.next }) }

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

    func cancel() { state.withLock { $0.isCancelled = true } }

    static func frame(_ number: Int) -> CaptureEvent {
        let pool = PixelBufferPool(format: .gray8, width: 4, height: 2)
        return .video(
            VideoSampleBuffer(
                pixelBuffer: pool.makePixelBuffer { _ in },
                presentationTime: MediaTime(value: Int64(number), timescale: 10),
                captureNanoseconds: Int64(number)))
    }

    /// An encoded picture or packet of sound that holds the number of its tenth of a second.
    static func encoded(_ number: Int, _ mediaType: MediaType) -> CaptureEvent {
        .encoded(
            EncodedSample(
                bytes: [UInt8(number)],
                presentationTime: MediaTime(value: Int64(number), timescale: 10)), mediaType)
    }

    static func sound(_ number: Int) -> CaptureEvent {
        .audio(
            AudioSampleBuffer(
                samples: [Float(number)], sampleRate: 10, channelCount: 1,
                presentationTime: MediaTime(value: Int64(number), timescale: 10)))
    }

    static func frames(_ count: Int) -> [CaptureEvent] { (0..<count).map(frame) }
}
