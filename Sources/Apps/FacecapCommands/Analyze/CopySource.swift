// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The video that a copy was made of, as the copy says: its name without folders, and its size.
struct CopySource: Hashable {
    private static let nameKey = RecordingPart.copySourceKey
    private static let sizeKey = "org.facecap.source-size"

    /// The keys under which a copy says it.
    static let keys: Set<String> = [nameKey, sizeKey]

    let name: String
    /// Bytes of the video.
    let byteCount: Int64

    /// What a copy of a video is to say; `nil` where the video is no file.
    init?(ofVideo path: String) {
        guard Files.isRegular(path), let file = try? FileDescriptor(reading: path),
            let byteCount = file.byteCount
        else { return nil }
        name = path.lastPathComponent.replacingEscapedBytes
        self.byteCount = byteCount
    }

    /// What a copy says; `nil` where it says nothing, as one of an earlier version.
    init?(of copy: MovieReader) {
        func text(_ key: String) -> String? { copy.metadata.first { $0.key == key }?.text }
        guard let name = text(Self.nameKey), let byteCount = text(Self.sizeKey).flatMap(Int64.init)
        else { return nil }
        (self.name, self.byteCount) = (name, byteCount)
    }

    var items: [MovieMetadataItem] {
        [
            MovieMetadataItem(key: Self.nameKey, value: name),
            MovieMetadataItem(key: Self.sizeKey, value: "\(byteCount)"),
        ]
    }

    /// Throws where a file that is there is no movie with faces, or the copy of another video; what cannot be told of
    /// that is no reason.
    static func check(_ copy: String, isOf video: String) throws(FacecapError) {
        guard Files.exists(copy) else { return }
        let movie = try readCopy(copy)
        guard let source = CopySource(ofVideo: video) else { return }
        if let former = CopySource(of: movie) {
            guard former != source else { return }
            throw FacecapError(
                .outputFailed,
                "\(copy) was made of \(former.name) with \(former.byteCount.counted("byte")), not of \(video) with"
                    + " \(source.byteCount); name another --output-dir, or replace it with --force."
            )
        }
        guard !hasFrames(movie, of: video) else { return }
        throw FacecapError(
            .outputFailed,
            "\(copy) has other frames than \(video); name another --output-dir, or replace it with --force."
        )
    }

    /// Opens what a call before may have written.
    private static func readCopy(_ path: String) throws(FacecapError) -> MovieReader {
        let reason: String
        do throws(FacecapError) {
            let movie = try MovieReader(path: path)
            guard FaceTrackReader.tracks(of: movie).isEmpty else { return movie }
            reason = "\(path) has no face track."
        } catch {
            guard [.mediaUnreadable, .mediaDamaged].contains(error.code) else { throw error }
            reason = error.message
        }
        throw FacecapError(
            .outputFailed,
            "\(path) is not what analyze writes, though it has that name: remove it, or replace it with --force"
                + " (\(reason))")
    }

    /// Whether a copy that names no source may be that of a video.
    ///
    /// It has the frames of a movie as they are. What is no movie was recorded into a copy that says who found its
    /// faces, which a copy of a movie with metadata of another kind does not.
    private static func hasFrames(_ copy: MovieReader, of video: String) -> Bool {
        guard let movie = try? MovieReader(path: video) else {
            return !DetectorMetadata.items(of: copy).isEmpty
        }
        func frames(_ movie: MovieReader) -> TrackStatistics? {
            movie.tracks.first { $0.kind == .video }.map { TrackStatistics(of: $0, in: movie) }
        }
        guard let (old, new) = frames(copy).flatMap({ old in frames(movie).map { (old, $0) } }),
            old.damage == nil, new.damage == nil
        else { return true }
        return old.sampleCount == new.sampleCount && old.byteCount == new.byteCount
    }
}
