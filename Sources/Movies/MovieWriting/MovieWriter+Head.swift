// SPDX-License-Identifier: Apache-2.0
internal import FaceValues
internal import MovieBoxes

extension MovieWriter {
    /// A few more bytes than a movie has beside its samples and what its tables say of them: before the first fragment it
    /// describes all tracks, and at the end once more those that have samples.
    package static func descriptionSizes(
        of tracks: [TrackDescription], configuration: Configuration
    ) -> (movie: Int, tracks: [Int]) {
        func size(_ tracks: [MovieFinalizer.Track], isFragmented: Bool) -> Int {
            var writer = BoxWriter()
            MovieBox(
                fileType: configuration.fileType, timescale: 1,
                creationTime: configuration.creationTimeSince1904,
                metadata: configuration.metadata, tracks: tracks, isFragmented: isFragmented
            ).write(to: &writer)
            return writer.bytes.count + tracks.count * bytesOfEdits
        }
        let all = tracks.enumerated().map { index, track in
            MovieFinalizer.Track(
                header: track.header(
                    index: index, fileType: configuration.fileType,
                    creationTime: configuration.creationTimeSince1904),
                samples: SampleTable())
        }
        let end = size([], isFragmented: false)
        return (
            size(all, isFragmented: true) + end + bytesAround,
            all.map { size([$0], isFragmented: false) - end }
        )
    }

    /// The edit list of a track, which is known when its samples are.
    private static var bytesOfEdits: Int { 64 }
    /// The first box, the head of the media data, and what is added about the place in a recording.
    private static var bytesAround: Int { 512 }
}
