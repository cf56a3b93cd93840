// SPDX-License-Identifier: Apache-2.0
package import CaptureSamples
package import FaceValues

/// Where the frames of a live source wait until it is known what has to be covered in them; whatever
/// else is put in waits with them, so that the order stays.
///
/// A plain value, of one thread at a time.
package struct RedactionQueue<Element> {
    private struct Entry {
        let element: Element
        /// `nil` for what is no frame.
        let image: (time: MediaTime, size: Size, zoom: VideoZoom)?
        var isReleased = false
    }

    /// Frames that may wait; one more, and the oldest is covered by what is known.
    private static var capacity: Int { 48 }

    private var redaction: LiveRedaction
    private var entries: [Entry] = []
    private var frameCount = 0

    /// An empty queue, of a source of which nothing is known.
    package init(settings: RedactionSettings) {
        redaction = LiveRedaction(settings: settings)
    }

    /// Takes what is known of the source's next frame.
    ///
    /// - Parameter earliest: the time of the oldest frame that will be put in later; `nil` for that of
    ///   `observation`, or a little before it.
    package mutating func append(
        _ observation: FaceObservation, keepingFrom earliest: MediaTime? = nil
    ) {
        redaction.append(observation)
        let recent = observation.presentationTime.since(redaction.lookahead)
        let waiting = entries.lazy.compactMap(\.image?.time).min() ?? recent
        redaction.forget(before: min(recent, waiting, earliest ?? recent))
    }

    /// Puts in what shows a frame, or without one what only keeps its place.
    package mutating func append(_ element: Element, showing sample: VideoSampleBuffer?) {
        let image = sample.map { sample in
            (sample.presentationTime, sample.pixelBuffer.size, sample.zoom)
        }
        if image != nil { frameCount += 1 }
        entries.append(Entry(element: element, image: image))
    }

    /// Nothing that is in the queue waits any longer, as nothing more will be known soon.
    package mutating func releaseAll() {
        for index in entries.indices { entries[index].isReleased = true }
    }

    /// Whether the oldest element shows a frame.
    package var isFrameNext: Bool { entries.first?.image != nil }

    /// The oldest element, once it need not wait any longer, with what has to be covered in its frame;
    /// `nil` while there is none.
    package mutating func next() -> (element: Element, cover: FrameCover?)? {
        guard let oldest = entries.first else { return nil }
        guard let (time, size, zoom) = oldest.image else {
            entries.removeFirst()
            return (oldest.element, nil)
        }
        guard oldest.isReleased || frameCount > Self.capacity || redaction.isReady(time) else {
            return nil
        }
        entries.removeFirst()
        frameCount -= 1
        return (oldest.element, redaction.cover(at: time, in: size, zoom: zoom))
    }

    /// What is in the queue, the oldest first.
    package var elements: [Element] { entries.map(\.element) }

    /// Takes out what nobody wants any more; asks of the oldest first.
    package mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        entries.removeAll { isUnwanted($0.element) }
        frameCount = entries.count { $0.image != nil }
    }
}
