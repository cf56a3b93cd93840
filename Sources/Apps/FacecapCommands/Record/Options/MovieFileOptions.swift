// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a movie's file holds beside frames and audio, and how it is written.
struct MovieFileOptions: OptionGroup {
    @Option(SharedOptions.sidecars) var sidecars: [[FaceExportFormat]]
    @Option(
        .options(
            "marker", .text("TEXT", allowed: "any text"),
            "Add a text at the beginning of the movie's marker track."))
    var markers: [String]
    @Option(
        .options(
            "metadata", .metadataItem,
            "Add a text under a key to the movie's metadata, such as org.example.subject=P07; each key"
                + " once, and none that facecap writes itself, such as org.facecap.detector."))
    var metadata: [MovieMetadataItem]
    @Option(SharedOptions.force) var overwrites: Bool
    @Option(
        .flag(
            "fast-start",
            "Rewrite the finished file so that players can start before the whole file is"
                + " loaded."))
    var isFastStart: Bool
    @Option(
        .option(
            "fragment-interval", .duration, default: .seconds(1),
            "The maximum length of footage that is lost at the end when the program or the"
                + " machine stops unexpectedly."
        ))
    var fragmentInterval: Duration
}
