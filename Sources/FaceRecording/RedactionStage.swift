internal import CaptureSamples
internal import FaceCapture
internal import FaceRedaction
internal import FaceValues

/// Where a recording's pictures wait until it is known what has to be covered in them, and are covered;
/// everything else waits with them, so that the order stays. Used by one thread.
struct RedactionStage {
    /// Pictures that may wait; one more, and the oldest is covered by what is known.
    private static let capacity = 48

    private var redaction: LiveRedaction
    private let redactor: PictureRedactor
    private var waiting: [RecordingItem] = []
    private var pictureCount = 0

    init(settings: RedactionSettings) {
        redaction = LiveRedaction(settings: settings)
        redactor = PictureRedactor(method: settings.method)
    }

    /// Takes the next thing; what need not wait any longer, in order.
    mutating func receive(_ item: RecordingItem) -> [RecordingItem] {
        switch item {
        case .frame: pictureCount += 1
        case .observation(let observation): redaction.append(observation)
        case .wish(.cancel):
            // Nobody wants what waits.
            waiting = []
            pictureCount = 0
        default: break
        }
        waiting.append(item)
        return release { $0.pictureCount > Self.capacity || $0.redaction.isReady($1) }
    }

    /// Everything that waits, as nothing more will be known.
    mutating func finish() -> [RecordingItem] { release { _, _ in true } }

    private mutating func release(
        where isReady: (borrowing RedactionStage, MediaTime) -> Bool
    ) -> [RecordingItem] {
        var ready: [RecordingItem] = []
        for item in waiting {
            guard case .frame(let frame) = item else {
                ready.append(item)
                continue
            }
            guard isReady(self, frame.sampleBuffer.presentationTime) else { break }
            pictureCount -= 1
            ready.append(cover(frame))
        }
        waiting.removeFirst(ready.count)
        return ready
    }

    private mutating func cover(_ frame: CapturedFrame) -> RecordingItem {
        let sample = frame.sampleBuffer
        let picture = sample.pixelBuffer
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        let cover = redaction.cover(at: sample.presentationTime, in: size)
        do throws(FacecapError) {
            let covered = try redactor.cover(cover, in: picture)
            return .frame(
                frame.replacingSampleBuffer(with: sample.replacingPixelBuffer(with: covered)))
        } catch {
            return .failure(error)
        }
    }
}
