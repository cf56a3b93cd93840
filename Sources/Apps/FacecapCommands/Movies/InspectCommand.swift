// SPDX-License-Identifier: Apache-2.0
import Facecap
import SystemSupport

/// `facecap inspect FILE`
enum InspectCommand {
    /// What the command understands.
    struct Options: OptionGroup {
        @Option(
            .operand(
                "file", .text("FILE", allowed: "the path of a file", completion: .files),
                isRequired: true,
                "A movie, finished or not; a JPEG, PNG or HEIC image; or another video file."
            ))
        var path: String?
        @Option(.flag("json", "Write one JSON object instead of text.")) var writesJSON: Bool
        let sandbox = SandboxOptions()
    }

    static let command = Command(
        name: "inspect", abstract: "show the tracks, faces and markers of a movie or photo",
        discussion: [
            "Reads the whole movie, including one from an iPhone. Shows its tracks, when each"
                + " face was found, which frames were not analyzed and why, and the gaps for"
                + " which nothing is known.",
            "For a photo, shows the faces in its metadata, as displayed. For a video file that"
                + " is not MP4 or QuickTime, shows the tracks.",
        ],
        options: Options.self,
        examples: [
            Command.Example(
                line: "facecap inspect talk.mp4", meaning: "A page about a recording."),
            Command.Example(
                line: "facecap inspect talk.mp4 --json | jq '.faces[].ids'",
                meaning: "Who was in view, and when."),
            Command.Example(
                line: "facecap inspect party.jpg", meaning: "The faces in the photo's metadata."),
        ]
    ) { options, context throws(FacecapError) in
        let (path, writesJSON) = (options.path ?? "", options.writesJSON)
        let isolation = options.sandbox.isolation
        if PhotoFile.isPhoto(path: path) {
            let photo = try PhotoInspection(path: path, isolation: isolation)
            try context.output.write(writesJSON ? JSONLine.text(photo) : photo.page)
            return .success
        }
        let (text, failure) = try movie(path, writesJSON, isolation)
        try context.output.write(text)
        if let failure { throw failure }
        return .success
    }

    /// What is known of a movie, and why that is not all.
    private static func movie(
        _ path: String, _ writesJSON: Bool, _ isolation: IsolatedFileInput.Isolation?
    ) throws(FacecapError) -> (text: String, failure: FacecapError?) {
        let reader: MovieReader
        do throws(FacecapError) {
            reader = try MovieReader(path: path)
        } catch {
            // What is no MP4 may be a video file all the same. A pipe may never have a writer.
            guard error.code == .mediaUnreadable, Files.isRegular(path),
                let media = try? MediaFileInspection.of(path: path, isolation: isolation),
                !media.tracks.isEmpty
            else { throw error }
            let record = MediaFileRecord(media, path: path)
            return (writesJSON ? try JSONLine.text(record) : record.page, nil)
        }
        let inspection = MovieInspection(reader)
        let text =
            writesJSON
            ? try JSONLine.text(InspectionRecord(inspection, path: path))
            : InspectionPage(inspection).text
        return (text, inspection.movie.readFailure)
    }
}
