// SPDX-License-Identifier: Apache-2.0
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
                times: HeaderTimes(
                    creationTime: creationTime, duration: tracks.map(\.duration).max() ?? 0),
                timescale: timescale, nextTrackID: (tracks.map(\.header.id).max() ?? 0) &+ 1
            ).write(to: &writer)
            for track in tracks { track.write(to: &writer) }
            if isFragmented {
                MovieExtendsBox(tracks: tracks.map { TrackExtendsBox(trackID: $0.header.id) })
                    .write(to: &writer)
            }
            if !metadata.isEmpty { writeMetadata(to: &writer) }
        }
    }

    /// In ISO files `meta` lies in `udta` (8.10.1): directly in `moov` ExifTool takes it for QuickTime's
    /// form.
    private func writeMetadata(to writer: inout BoxWriter) {
        let meta = MovieMetadataBox(items: metadata, isQuickTime: fileType == .mov)
        switch fileType {
        case .mov: meta.write(to: &writer)
        case .mp4, .m4a: writer.box(.udta, meta.write)
        }
    }
}
