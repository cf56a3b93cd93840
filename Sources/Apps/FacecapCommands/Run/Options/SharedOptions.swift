// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Options that several commands understand, each in a place of its own.
enum SharedOptions {
    static let depth: Parameter<String?> = .option(
        "depth",
        .text(
            "DEVICE", allowed: "a camera, such as /dev/video4, or synthetic",
            completion: .wordsAndFiles(["synthetic"])),
        "A depth camera (Z16) with the same view as the source, such as /dev/video4, or"
            + " synthetic for a synthetic source. Each face then has its distance in meters.")
    static let duration: Parameter<Duration?> = .option(
        "duration", .duration,
        "Stop after this duration, measured by the source's clock, such"
            + " as 10s or 1m30s.")
    static let region: Parameter<Rect?> = .option(
        "region", .region,
        "Detect faces only in this part of the displayed frame, in fractions of its size, such"
            + " as 0.25,0.25,0.5,0.5.")
    static let allowPlaylist = Parameter.flag(
        "allow-playlist",
        "Accept files that are playlists (HLS, DASH). By default they are refused, because a"
            + " playlist can name any file that you have permission to read."
    )
    static let insecure = Parameter.flag(
        "insecure",
        "Accept a server whose certificate cannot be verified, such as a camera's own.")
    static let modelFolder: Parameter<String?> = .option(
        "model-dir", .folder, "The folder that is searched for models first.")
    static let threads: Parameter<Int?> = .option(
        "threads", .integer(in: 1...64),
        "The number of detector threads. It does not change the result.")
    static let mirror = Parameter.flag("mirror", "Exchange left and right, as in a mirror.")
    static let preview: Parameter<Preview.Kind?> = .option(
        "preview", .choice, implied: .window,
        "Show the frames with their faces in a window or in the terminal. Press h to list the"
            + " keys.")
    static let gravity: Parameter<VideoGravity> = .option(
        "gravity", .choice, default: .resizeAspect,
        "How the frame fills the screen or the preview: stretched (resize), with bars"
            + " (resizeAspect) or cropped (resizeAspectFill).")
    static let noSmoothing = Parameter.flag(
        "no-smoothing", "Write boxes and angles as measured, without smoothing.")
    static let statistics = Parameter.flag(
        "stats", "Print speed and latency to standard error at the end.")
    static let sidecars: Parameter<[[FaceExportFormat]]> = .options(
        "sidecar", .list("FORMAT,..."),
        "Write the faces to files of these formats, named after the movie"
            + " (facecap help export).")
    static let report: Parameter<String?> = .option(
        "report",
        .page("PAGE"),
        "Write an HTML page about all videos: the outcome of each, and when faces are in view."
            + " It replaces the page of an earlier run.")
    static let faceKeys: Parameter<FaceTrackFormat.Keys> = .option(
        "face-keys", .choice, default: .facecap,
        "The contents of the face track: apple writes what iPhones write, facecap adds"
            + " confidence, pitch and more.")
    static let force = Parameter.flag("force", short: "f", "Replace existing files.")
    static let movie: Parameter<String?> = .operand(
        "file", .text("FILE", allowed: "the path of a movie", completion: .files),
        isRequired: true, "The movie with a face track: MP4 or QuickTime, finished or not.")
    static let newMovie: Parameter<String?> = .operand(
        "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
        isRequired: true, "The movie to write: MP4, or QuickTime if the name ends in .mov.")
    static let track: Parameter<Int> = .option(
        "track", .integer(in: 1...1024), default: 1,
        "The number of the face track, if the movie"
            + " has several.")
}
