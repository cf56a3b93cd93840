// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The timed metadata of a movie on its way into an export, between the frames.
struct PendingMetadata {
    private var reader: TimedMetadataReader
    private var next: TimedMetadataGroup?
    private(set) var failure: FacecapError?

    init(_ movie: MovieReader) {
        reader = TimedMetadataReader(movie)
        advance()
    }

    /// Takes the next value; where a track is damaged, that of the others.
    private mutating func advance() {
        while true {
            do throws(FacecapError) {
                next = try reader.next()
                return
            } catch {
                failure = failure ?? error
            }
        }
    }

    /// What begins before a frame, or all that is left where there is no frame any more.
    mutating func events(before element: FaceTrackReader.Element?) -> [StreamEvent] {
        var events: [StreamEvent] = []
        while let group = next, let start = group.start {
            if let element, start >= element.start { break }
            events += group.items.map {
                .metadata($0, start: start, duration: group.duration ?? .zero)
            }
            advance()
        }
        return events
    }
}
