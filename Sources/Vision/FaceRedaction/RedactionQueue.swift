public import CaptureSamples
public import FaceValues

/// Where the pictures of a live source wait until it is known what has to be covered in them; whatever
/// else is put in waits with them, so that the order stays.
///
/// A plain value, of one thread at a time.
public struct RedactionQueue<Element> {
    private struct Entry {
        let element: Element
        /// `nil` for what is no picture.
        let picture: (time: MediaTime, size: Size)?
        var isReleased = false
    }

    /// Pictures that may wait; one more, and the oldest is covered by what is known.
    private static var capacity: Int { 48 }

    private var redaction: LiveRedaction
    private var entries: [Entry] = []
    private var pictureCount = 0

    /// An empty queue, of a source of which nothing is known.
    public init(settings: RedactionSettings) {
        redaction = LiveRedaction(settings: settings)
    }

    /// Takes what is known of the source's next picture.
    ///
    /// - Parameter earliest: the time of the oldest picture that will be put in later; `nil` for that of
    ///   `observation`, or a little before it.
    public mutating func append(
        _ observation: FaceObservation, keepingFrom earliest: MediaTime? = nil
    ) {
        redaction.append(observation)
        let recent = observation.presentationTime.since(redaction.lookahead)
        let waiting = entries.lazy.compactMap(\.picture?.time).min() ?? recent
        redaction.forget(before: min(recent, waiting, earliest ?? recent))
    }

    /// Puts in what shows a picture, or without one what only keeps its place.
    public mutating func append(_ element: Element, showing sample: VideoSampleBuffer?) {
        let picture = sample.map { sample in
            let size = Size(
                width: Double(sample.pixelBuffer.width), height: Double(sample.pixelBuffer.height))
            return (sample.presentationTime, size)
        }
        if picture != nil { pictureCount += 1 }
        entries.append(Entry(element: element, picture: picture))
    }

    /// Nothing that is in the queue waits any longer, as nothing more will be known soon.
    public mutating func releaseAll() {
        for index in entries.indices { entries[index].isReleased = true }
    }

    /// Whether the oldest element shows a picture.
    public var isPictureNext: Bool { entries.first?.picture != nil }

    /// The oldest element, once it need not wait any longer, with what has to be covered in its picture;
    /// `nil` while there is none.
    public mutating func next() -> (element: Element, cover: FrameCover?)? {
        guard let oldest = entries.first else { return nil }
        guard let (time, size) = oldest.picture else {
            entries.removeFirst()
            return (oldest.element, nil)
        }
        guard oldest.isReleased || pictureCount > Self.capacity || redaction.isReady(time) else {
            return nil
        }
        entries.removeFirst()
        pictureCount -= 1
        return (oldest.element, redaction.cover(at: time, in: size))
    }

    /// Takes out what nobody wants any more.
    public mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        entries.removeAll { isUnwanted($0.element) }
        pictureCount = entries.count { $0.picture != nil }
    }
}
