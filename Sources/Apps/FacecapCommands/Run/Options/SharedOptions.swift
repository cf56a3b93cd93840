// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Options that several commands understand, each in a place of its own.
enum SharedOptions {
    static let depth: Parameter<String?> = .option(
        "depth",
        .text("DEVICE", allowed: "a camera, such as /dev/video4, or synthetic", completion: .files),
        "A depth camera (Z16) that sees what the source sees, such as /dev/video4, or synthetic beside a synthetic"
            + " source: faces get their distance in metres.")
    static let duration: Parameter<Duration?> = .option(
        "duration", .duration, "Stop after this much of the source's time, such as 10s or 1m30s.")
    static let region: Parameter<Rect?> = .option(
        "region", .region,
        "Look for faces in this part of the displayed frame only, in shares of its size, such as"
            + " 0.25,0.25,0.5,0.5.")
    static let allowPlaylist = Parameter.flag(
        "allow-playlist",
        "Accept a playlist (HLS, DASH). Otherwise it is refused, because it can name any file that you may read."
    )
    static let modelFolder: Parameter<String?> = .option(
        "model-dir", .folder, "The folder in which models are looked for first.")
    static let threads: Parameter<Int?> = .option(
        "threads", .integer(in: 1...64),
        "Threads of the detector; the result is the same with any number.")
    static let mirror = Parameter.flag("mirror", "Exchange left and right, as in a mirror.")
    static let preview: Parameter<Preview.Kind?> = .option(
        "preview", .choice, implied: .window,
        "Show the frames with their faces: in a window, or in the terminal. h shows the keys.")
    static let gravity: Parameter<VideoGravity> = .option(
        "gravity", .choice, default: .resizeAspect,
        "How the frame fills the screen, or the preview: stretched, with bars, or cut off.")
    static let noSmoothing = Parameter.flag(
        "no-smoothing", "Write boxes and angles as they were measured.")
    static let statistics = Parameter.flag(
        "stats", "Print speed and latency to standard error at the end.")
    static let sidecars: Parameter<[[FaceExportFormat]]> = .options(
        "sidecar", .formats, "Also write the faces beside the movie, in these formats.")
    static let report: Parameter<String?> = .option(
        "report",
        .text("PAGE", allowed: "the path of an HTML file to write", completion: .files),
        "Write a page about all videos: what became of each, and when faces are in view. The page of an earlier"
            + " call is replaced.")
    static let faceKeys: Parameter<FaceTrackFormat.Keys> = .option(
        "face-keys", .choice, default: .facecap,
        "What the face track holds: apple is what iPhones write, facecap has confidence, pitch and"
            + " more beside it.")
    static let force = Parameter.flag("force", short: "f", "Replace files that exist.")
    static let movie: Parameter<String?> = .operand(
        "file", .text("FILE", allowed: "the path of a movie", completion: .files),
        isRequired: true, "The movie with a face track: MP4 or QuickTime, finished or not.")
    static let track: Parameter<Int> = .option(
        "track", .integer(in: 1...1024), default: 1, "Which of several face tracks.")
}
