// SPDX-License-Identifier: Apache-2.0
package import FaceValues
package import MovieBoxes

/// Turns a file of fragments into a plain movie, in place: appends the movie's description with all
/// sample tables, and then makes everything before it media data.
///
/// The file begins with `ftyp` as long as the one of a finished movie and 16 bytes of `free`. At any
/// moment on the way a reader finds either the fragments or the finished movie.
package struct MovieFinalizer: Sendable {
    /// A track with its samples.
    package struct Track: Sendable {
        /// What the movie says of the track beside its samples.
        package var header: MovieTrackHeader
        /// Where the samples lie.
        package var samples: SampleTable

        /// A track with its samples.
        package init(header: MovieTrackHeader, samples: SampleTable) {
            self.header = header
            self.samples = samples
        }
    }

    private var movie: MovieBox

    /// A movie to be finished; tracks without samples, and references to them, are left out.
    ///
    /// - Parameters:
    ///   - timescale: ticks a second of durations and edits.
    ///   - creationTime: seconds since 1904, 0 when unknown.
    ///   - metadata: keys and values about the whole movie.
    ///   - description: whole boxes in the place of `metadata`, where there are any: `meta` and `udta`.
    package init(
        fileType: MovieFileType, timescale: Int32, creationTime: UInt64 = 0,
        metadata: [MovieMetadataItem] = [], description: [UInt8] = [], tracks: [Track]
    ) {
        let present = tracks.filter { $0.samples.count > 0 }
        let ids = Set(present.map(\.header.id))
        movie = MovieBox(
            fileType: fileType, timescale: max(1, timescale), creationTime: creationTime,
            metadata: metadata, description: description,
            tracks: present.map { track in
                var track = track
                track.header.references = track.header.references.compactMap { $0.limited(to: ids) }
                return track
            })
    }

    /// The same with more keys and values about the whole movie.
    func adding(_ items: [MovieMetadataItem]) -> MovieFinalizer {
        var finalizer = self
        finalizer.movie.metadata += items
        return finalizer
    }

    /// How long the longest track is shown.
    package var duration: MediaTime {
        MediaTime(value: Int64(clamping: movie.duration), timescale: movie.timescale)
    }

    /// Finishes a file, of which everything behind `dataEnd` is cut off first; returns its size. Doing it again
    /// after an interruption does no harm.
    ///
    /// Throws `.mediaDamaged` where the file does not begin as it should, `.storageFull`,
    /// `.permissionDenied`, `.outputFailed`.
    @discardableResult
    package func finalize(_ storage: any MovieStorage, dataEnd: Int64) throws(FacecapError) -> Int64
    {
        let head = head
        try check(storage, head: head)
        return try storage.finalize(head: head, dataEnd: dataEnd, movie: movieBytes())
    }

    /// Ticks a second for a movie with frames or audio of that time scale: a multiple of it, so that their durations
    /// are exact, fine enough for others.
    package static func timescale(forMedia scale: Int32) -> Int32 {
        scale >= 10_000 ? scale : scale * ((10_000 + scale - 1) / max(1, scale))
    }

    private func check(_ storage: any MovieStorage, head: [UInt8]) throws(FacecapError) {
        var reader = BoxReader(try storage.read(head.count + 16, at: 0)[...])
        let type = reader.readBox()
        let space = reader.readBox()
        guard let type, type.type == "ftyp", type.content.count == head.count - 8, let space,
            space.type == "free", space.content.count == 8, !space.isCutShort
        else {
            throw FacecapError(
                .mediaDamaged,
                "The file has no room for the header of a finished movie; another program wrote it."
            )
        }
    }

    /// The `ftyp` of the finished movie.
    var head: [UInt8] { FileTypeBox.finished(movie.fileType).bytes }

    /// The whole `moov`, the offsets of all chunks moved; throws `.outputFailed` when it would be larger
    /// than 4 GiB.
    func movieBytes(offsetShift: UInt64 = 0) throws(FacecapError) -> [UInt8] {
        var writer = BoxWriter()
        writer.reserve(movie.tracks.reduce(10_000) { $0 + $1.samples.writtenByteCount })
        movie.write(offsetShift: offsetShift, to: &writer)
        guard writer.bytes.count <= Int(UInt32.max) else {
            throw FacecapError(
                .outputFailed, "The movie has too many samples for one file: record shorter ones.")
        }
        return writer.bytes
    }
}
