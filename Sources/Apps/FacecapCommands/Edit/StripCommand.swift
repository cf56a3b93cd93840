// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap strip IN OUT`
enum StripCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(EditOptions.source) var source: String?
        @Option(EditOptions.movie) var movie: String?
        @Option(EditOptions.force) var overwrites: Bool
        @Option(.flag("markers", "Leave out the markers and all other timed metadata too."))
        var withMarkers: Bool
        @Option(EditOptions.noMetadata) var leavesOutMetadata: Bool
    }

    static let command = Command(
        name: "strip", abstract: "copy a movie without its faces",
        discussion: [
            "Leaves out the face tracks, including those of iPhones. Frames, audio and"
                + " everything else are copied bit for bit.",
            "Title, place, device and time of recording stay too, unless --no-metadata leaves them out.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap strip interview.mp4 public.mp4",
                meaning: "A copy without positions and ids of faces.")
        ]
    ) { options, context throws(FacecapError) in
        let path = options.movie ?? ""
        try MovieName.check(path)
        let (force, withMarkers) = (options.overwrites, options.withMarkers)
        let leavesOutMetadata = options.leavesOutMetadata
        var editor = try MovieEditor(path: options.source ?? "")
        let count = editor.tracks.count
        editor.removeTracks {
            $0.hasFaces || (withMarkers && $0.hasTimedMetadata)
        }
        if leavesOutMetadata { editor.removeDescription() }
        let removed = count - editor.tracks.count
        let summary = try editor.write(to: path, overwriting: force)
        try context.messages.warn(of: editor.reader)
        let leftOut =
            (removed > 0 ? [removed.counted("track")] : [])
            + (leavesOutMetadata ? ["metadata"] : [])
        EditOptions.say(
            summary, path: path,
            removed: leftOut.isEmpty
                ? "; there was nothing to remove"
                : ", without " + leftOut.joined(separator: " and "),
            context)
        return .success
    }
}
