// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// The command that gives a video without a face track a copy that has one; none where there is no video.
enum FaceSearchAdvice {
    /// Codecs whose frames a movie holds as they are, by libavcodec's names.
    private static let copiedCodecs: Set<String> = ["h264", "hevc", "av1"]

    /// For a movie, whose frames are always copied.
    static func command(for path: String, _ movie: MovieReader) -> String? {
        movie.tracks.contains { $0.kind == .video } ? analysis(of: path) : nil
    }

    /// For any other video, whose frames are encoded where they cannot be copied.
    static func command(for path: String, _ media: MediaFileInspection) -> String? {
        guard let video = media.decodedTrack else { return nil }
        return copiedCodecs.contains(video.codec)
            ? analysis(of: path)
            : "facecap record \(copy(of: path)) --source \(path.shellWord)"
    }

    private static func analysis(of path: String) -> String {
        "facecap analyze \(path.shellWord) -o \(copy(of: path))"
    }

    private static func copy(of path: String) -> String {
        "\(path.withoutPathExtension)-faces.mp4".shellWord
    }
}
