// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieReading
internal import TimedMetadata

/// Walks the texts in the timed metadata of a movie: track after track, each in its order of time.
///
/// A copy walks on by itself. A reader is used by one thread at a time.
public struct MarkerReader: Sendable {
    private var samples: MetadataSamples
    private var waiting: ArraySlice<Marker> = []

    /// A text that is longer is damage.
    private static let sampleLimit = 1 << 20

    /// All texts of a movie.
    public init(_ movie: MovieReader) {
        let tracks = movie.tracks.filter { track in
            track.kind == .metadata && track.sampleEntries.contains { Self.hasTexts($0) }
        }
        samples = MetadataSamples(of: tracks, in: movie, byteLimit: Self.sampleLimit)
    }

    /// The next text; `nil` after the last one. After an error it goes on with the next track.
    ///
    /// - Throws: `.mediaDamaged` naming the box that is wrong,
    ///   `.mediaUnreadable`, or `.systemFailed`.
    public mutating func next() throws(FacecapError) -> Marker? {
        while waiting.isEmpty, !samples.isAtEnd {
            guard let sample = try samples.next() else { continue }
            waiting =
                ClientMetadataFormat.decode(sample.bytes, entry: sample.entry).map { key, text in
                    Marker(key: key, text: text, time: sample.start)
                }[...]
        }
        return waiting.popFirst()
    }

    /// The reasons in a face track are texts too, but no markers.
    private static func hasTexts(_ sampleEntry: [UInt8]) -> Bool {
        guard FaceSampleDecoder(sampleEntry: sampleEntry) == nil else { return false }
        // What a client said is no marker, though it may be a text.
        return BoxedMetadataEntry(reading: sampleEntry).map { entry in
            !entry.textIDs.isEmpty && !entry.names.values.contains(ClientMetadataKeys.continuedKey)
        } ?? false
    }
}
