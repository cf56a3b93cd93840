// SPDX-License-Identifier: Apache-2.0
public import FaceValues
public import MovieReading
internal import TimedMetadata

/// Walks facecap's texts in the timed metadata of a movie, such as markers: track after track, each in its order of
/// time.
///
/// Texts of clients and of other programs are those of ``TimedMetadataReader``.
///
/// A copy walks on by itself. A reader is used by one thread at a time.
public struct MarkerReader: Sendable {
    private var bytes: MetadataSampleReader
    private var tracks: ArraySlice<MetadataSamples>
    private var waiting: ArraySlice<Marker> = []

    /// A text that is longer is damage.
    private static let sampleLimit = 1 << 20

    /// All texts of a movie.
    public init(_ movie: MovieReader) {
        bytes = MetadataSampleReader(of: movie)
        let samples = movie.tracks
            .filter { $0.kind == .metadata && $0.sampleEntries.contains(where: Self.hasTexts) }
            .map { MetadataSamples(of: $0, in: movie, byteLimit: Self.sampleLimit) }
        tracks = samples[...]
    }

    /// The next text; `nil` after the last one. After an error it goes on with the next track.
    ///
    /// - Throws: `.mediaDamaged` naming the box that is wrong,
    ///   `.mediaUnreadable`, or `.systemFailed`.
    public mutating func next() throws(FacecapError) -> Marker? {
        while waiting.isEmpty, !tracks.isEmpty {
            guard let sample = try tracks[tracks.startIndex].next(&bytes) else {
                tracks = tracks.dropFirst()
                continue
            }
            // A marker is the moment at which its sample begins.
            if !sample.hidesBeginning { waiting = Self.markers(in: sample)[...] }
        }
        return waiting.popFirst()
    }

    private static func markers(in sample: MetadataSamples.Sample) -> [Marker] {
        ClientMetadataFormat.decode(sample.bytes, entry: sample.entry).compactMap { key, text in
            ClientMetadataKeys.isOwn(key) ? Marker(key: key, text: text, time: sample.start) : nil
        }
    }

    /// The reasons in a face track are texts too, but no markers.
    private static func hasTexts(_ sampleEntry: [UInt8]) -> Bool {
        guard FaceSampleDecoder(sampleEntry: sampleEntry) == nil else { return false }
        return BoxedMetadataEntry(reading: sampleEntry).map { entry in
            entry.textIDs.contains { entry.names[$0].map(ClientMetadataKeys.isOwn) ?? false }
        } ?? false
    }
}
