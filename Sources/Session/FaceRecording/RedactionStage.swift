// SPDX-License-Identifier: Apache-2.0
internal import CaptureSamples
internal import FaceCapture
internal import FaceRedaction
internal import FaceValues

/// Where a recording's frames wait until it is known what has to be covered in them, and are covered;
/// everything else waits with them, but observations, which say what is covered. Used by one thread.
struct RedactionStage {
    private var queue: RedactionQueue<RecordingItem>
    private let redactor: ImageRedactor
    private var newestFrame: FrameID?
    private var newestObserved: FrameID?
    /// Whether the source went away, so that nobody knows when more comes.
    private var isStandingStill = false

    /// - Parameter observations: what was found before, in the order of the frames.
    init(settings: RedactionSettings, knowing observations: [FaceObservation] = []) {
        queue = RedactionQueue(settings: settings)
        redactor = ImageRedactor(method: settings.method)
        for observation in observations { queue.append(observation) }
    }

    /// Takes the next thing; what need not wait any longer, in order.
    ///
    /// One frame at most leaves at a time, though what a late detector says makes several ready at once:
    /// while the encoder had all of them, those that come would pile up and be dropped.
    mutating func receive(_ item: RecordingItem) -> [RecordingItem] {
        var image: VideoSampleBuffer?
        switch item {
        case .frame(let frame):
            take(frame.header)
            image = frame.sampleBuffer
        case .missing(let header): take(header)
        case .observation(let observation):
            queue.append(observation)
            newestObserved = observation.frame
            return isStandingStill ? finishOnceObserved() : release(atMost: 1)
        case .notice(.interrupted): isStandingStill = true
        case .request(.cancel):
            removeUnwanted()
            queue.append(item, showing: nil)
            return finish()
        default: break
        }
        queue.append(item, showing: image)
        return isStandingStill ? finishOnceObserved() : release(atMost: 1)
    }

    /// Takes out what nobody wants once the recording is canceled, before it is covered: all but the file that a split
    /// ends, and that no more frames are looked at.
    private mutating func removeUnwanted() {
        var splitsAhead = queue.elements.count {
            if case .request(.split) = $0 { true } else { false }
        }
        queue.removeAll { element in
            switch element {
            case .request(.split):
                splitsAhead -= 1
                return false
            case .endOfObservations: return false
            default: return splitsAhead == 0
            }
        }
    }

    private mutating func take(_ frame: CapturedFrame.Header) {
        newestFrame = frame.id
        isStandingStill = false
    }

    /// All of a source that went away, once all of its frames were observed.
    private mutating func finishOnceObserved() -> [RecordingItem] {
        newestFrame == newestObserved ? finish() : release(atMost: 1)
    }

    /// Everything that waits, as nothing more will be known soon.
    mutating func finish() -> [RecordingItem] {
        queue.releaseAll()
        return release(atMost: .max)
    }

    private mutating func release(atMost frameCount: Int) -> [RecordingItem] {
        var ready: [RecordingItem] = []
        var rest = frameCount
        while rest > 0 || !queue.isFrameNext, let (item, cover) = queue.next() {
            if cover != nil { rest -= 1 }
            ready.append(cover.map { covered(item, by: $0) } ?? item)
        }
        return ready
    }

    private func covered(_ item: RecordingItem, by cover: FrameCover) -> RecordingItem {
        guard case .frame(let frame) = item else { return item }
        let sample = frame.sampleBuffer
        do throws(FacecapError) {
            let covered = try redactor.cover(cover, in: sample.pixelBuffer)
            return .frame(
                frame.replacingSampleBuffer(with: sample.replacingPixelBuffer(with: covered)))
        } catch {
            return .failure(error)
        }
    }
}
