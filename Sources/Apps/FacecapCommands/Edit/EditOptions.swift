// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What the commands that edit movies have in common.
enum EditOptions {
    static let source: Parameter<String?> = .operand(
        "source", .text("IN", allowed: "the path of a movie", completion: .files),
        isRequired: true, "The movie to read: MP4 or QuickTime, plain or fragmented.")
    static let movie: Parameter<String?> = .operand(
        "movie", .text("OUT", allowed: "the path of a file to write", completion: .files),
        isRequired: true, "The movie to write; with --force it may be IN itself.")
    static let force = Parameter.flag("force", short: "f", "Replace an existing file.")
    static let fastStart = Parameter.flag(
        "fast-start",
        "Put the movie's index (moov) first, so that players can start before the"
            + " whole file is loaded.")
    static let noMetadata = Parameter.flag(
        "no-metadata",
        "Leave out the title, place, device, chapters, other texts, recording time and time code;"
            + " subtitles stay.")

    /// Says what was written.
    static func say(
        _ summary: MovieEditSummary, path: String, removed: String = "", _ context: CommandContext
    ) {
        let tracks = summary.trackCount.counted("track")
        let size = RecordingSummary.text(byteCount: summary.byteCount)
        let length = summary.duration.map { $0.seconds.clockText(decimals: 1) + ", " } ?? ""
        context.messages.remark("wrote \(path): \(tracks), \(length)\(size)\(removed)")
    }
}
