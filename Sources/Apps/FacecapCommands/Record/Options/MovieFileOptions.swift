// SPDX-License-Identifier: Apache-2.0
import Facecap

/// What a movie's file holds beside frames and audio, and how it is written.
struct MovieFileOptions: OptionGroup {
    @Option(SharedOptions.sidecars) var sidecars: [[FaceExportFormat]]
    @Option(
        .options(
            "marker", .text("TEXT", allowed: "any text"),
            "Put a text at the beginning of the movie's marker track."))
    var markers: [String]
    @Option(
        .options(
            "metadata", .metadataItem,
            "Describe the movie with a text under a key, such as org.example.subject=P07."))
    var metadata: [MovieMetadataItem]
    @Option(SharedOptions.force) var overwrites: Bool
    @Option(
        .flag(
            "fast-start",
            "Rewrite the finished file so that players can start before all of it is loaded."))
    var isFastStart: Bool
    @Option(
        .option(
            "fragment-interval", .duration, default: .seconds(1),
            "How much of the end of the recording may be lost when the program or the machine dies."
        ))
    var fragmentInterval: Duration
}
