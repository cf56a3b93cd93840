internal import MovieBoxes

/// ISO/IEC 14496-12 8.2.1, Movie (`moov`), with all that it holds.
struct MovieBox {
    /// Seconds since 1904, 0 when unknown.
    var creationTime: UInt64
    var timescale: Int32
    var tracks: [TrackBox]
    var metadata: [MovieMetadataItem]
    var fileType: MovieFileType
    /// Whether fragments follow (8.8.1, `mvex`).
    var isFragmented: Bool

    func write(to writer: inout BoxWriter) {
        writer.box("moov") { writer in
            MovieHeaderBox(
                creationTime: creationTime, timescale: UInt32(truncatingIfNeeded: timescale),
                duration: tracks.map(\.duration).max() ?? 0,
                nextTrackID: (tracks.map(\.header.id).max() ?? 0) &+ 1
            ).write(to: &writer)
            for track in tracks { track.write(to: &writer) }
            if isFragmented {
                writer.box("mvex") { writer in
                    for track in tracks {
                        TrackExtendsBox(trackID: track.header.id).write(to: &writer)
                    }
                }
            }
            if !metadata.isEmpty {
                MovieMetadataBox(items: metadata, fileType: fileType).write(to: &writer)
            }
        }
    }
}
