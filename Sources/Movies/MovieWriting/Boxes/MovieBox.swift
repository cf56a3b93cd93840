// SPDX-License-Identifier: Apache-2.0
internal import MovieBoxes

/// ISO/IEC 14496-12 8.2.1, Movie (`moov`), with all that it holds.
struct MovieBox: Sendable {
    var fileType: MovieFileType
    var timescale: Int32
    /// Seconds since 1904, 0 when unknown.
    var creationTime: UInt64
    var metadata: [MovieMetadataItem]
    /// Whole boxes in the place of ``metadata``, where there are any.
    var description: [UInt8] = []
    var tracks: [MovieFinalizer.Track]
    /// Whether fragments follow (8.8.1, `mvex`).
    var isFragmented = false

    /// How long the longest track is shown.
    var duration: UInt64 {
        tracks.map { $0.header.duration(of: $0.samples, movieTimescale: timescale) }.max() ?? 0
    }

    /// Writes the whole box; the offsets of all chunks are moved.
    func write(offsetShift: UInt64 = 0, to writer: inout BoxWriter) {
        writer.box("moov") { writer in
            MovieHeaderBox(
                times: HeaderTimes(creationTime: creationTime, duration: duration),
                timescale: timescale, nextTrackID: (tracks.map(\.header.id).max() ?? 0) &+ 1
            ).write(to: &writer)
            for track in tracks {
                track.header.writeBox(
                    samples: track.samples, movieTimescale: timescale, fileType: fileType,
                    offsetShift: offsetShift, to: &writer)
            }
            if isFragmented {
                MovieExtendsBox(tracks: tracks.map { TrackExtendsBox(trackID: $0.header.id) })
                    .write(to: &writer)
            }
            writer.append(contentsOf: description)
            if description.isEmpty, !metadata.isEmpty { writeMetadata(to: &writer) }
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
