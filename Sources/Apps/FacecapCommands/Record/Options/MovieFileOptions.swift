import Facecap

/// What a movie's file holds beside frames and audio, and how it is written.
struct MovieFileOptions: OptionGroup {
    @Option var sidecars: [[FaceExportFormat]]
    @Option var markers: [String]
    @Option var metadata: [MovieMetadataItem]
    @Option var overwrites: Bool
    @Option var isFastStart: Bool
    @Option var fragmentInterval: Duration

    init(_ options: inout OptionReader) {
        _sidecars = options.read(SharedOptions.sidecars)
        _markers = options.read(
            .options(
                "marker", .text("TEXT", allowed: "any text"),
                "Put a text at the beginning of the movie's marker track."))
        _metadata = options.read(
            .options(
                "metadata", .metadataItem,
                "Describe the movie with a text under a key, such as org.example.subject=P07."))
        _overwrites = options.read(SharedOptions.force)
        _isFastStart = options.read(
            .flag(
                "fast-start",
                "In the end, rewrite the file so that players can start before they have all."))
        _fragmentInterval = options.read(
            .option(
                "fragment-interval", .duration, default: .seconds(1),
                "The longest end of the recording that is lost when the machine or the program dies."
            ))
    }
}
