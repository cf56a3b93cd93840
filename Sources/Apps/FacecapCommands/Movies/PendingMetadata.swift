// SPDX-License-Identifier: Apache-2.0
import Facecap

/// The markers and the timed metadata of a movie on their way into an export, between the frames.
struct PendingMetadata {
    /// More bytes of markers, with 64 for each, are damage.
    private static let markerLimit = 64 << 20

    private var markers: ArraySlice<MarkerReader.Marker>
    private var reader: TimedMetadataReader
    private var next: TimedMetadataGroup?
    private(set) var failure: FacecapError?

    /// - Parameter includesMarkers: whether markers are read too.
    init(_ movie: MovieReader, includesMarkers: Bool) {
        (markers, failure) = includesMarkers ? Self.markers(of: movie) : ([], nil)
        reader = TimedMetadataReader(movie)
        advance()
    }

    /// The markers of all tracks in the order of time, and the first damage in these, which ends one early.
    private static func markers(
        of movie: MovieReader
    ) -> (ArraySlice<MarkerReader.Marker>, FacecapError?) {
        var reader = MarkerReader(movie)
        var markers: [MarkerReader.Marker] = []
        var failure: FacecapError?
        var byteCount = 0
        while byteCount <= markerLimit {
            do throws(FacecapError) {
                guard let marker = try reader.next() else { break }
                guard RecordingGap(marker) == nil else { continue }
                markers.append(marker)
                byteCount += marker.text.utf8.count + 64
            } catch {
                failure = failure ?? error
            }
        }
        if byteCount > markerLimit {
            failure = FacecapError(
                .mediaDamaged,
                "\(movie.name) has more markers than a movie can need; facecap strip --markers leaves"
                    + " them out.")
        }
        return (markers.sorted { $0.time < $1.time }[...], failure)
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
        while let start = [markers.first?.time, next?.start].compactMap(\.self).min() {
            if let element, start >= element.start { break }
            if let marker = markers.first, marker.time <= start {
                events.append(.marker(marker.text, at: marker.time))
                markers.removeFirst()
            } else if let group = next {
                events += group.items.map {
                    .metadata($0, start: start, duration: group.duration ?? .zero)
                }
                advance()
            }
        }
        return events
    }
}
