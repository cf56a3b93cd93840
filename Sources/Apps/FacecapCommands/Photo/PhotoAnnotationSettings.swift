import Facecap

/// What a user asked `photo --annotate` for.
struct PhotoAnnotationSettings: Sendable {
    /// One image to look at.
    struct Item: Sendable, Hashable {
        let input: String
        /// Where it is written; the same path changes the image itself.
        let output: String
    }

    /// At least one.
    let items: [Item]
    let detector: DetectorSelection
    let writesJSON: Bool
    let includesLandmarks: Bool
    let isQuiet: Bool
    /// Whether regions that are there already, and another file in the place of a copy, are replaced.
    let overwrites: Bool

    /// What the user's words mean.
    init(_ invocation: Invocation) throws(FacecapError) {
        try Self.refuseOthers(invocation)
        let files = invocation[PhotoOptions.files]
        let copy = invocation[PhotoOptions.output]
        guard !files.isEmpty else {
            throw FacecapError(
                .invalidArgument, "Name the photos to add faces to: --annotate photo.jpg.")
        }
        guard copy == nil || files.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--output takes the copy of one photo: name one FILE alone.")
        }
        items = files.map { Item(input: $0, output: copy ?? $0) }
        detector = LiveCommand.detectorSelection(invocation)
        writesJSON = invocation[PhotoOptions.json]
        includesLandmarks = invocation[LiveOptions.landmarks]
        isQuiet = invocation[Command.quiet]
        overwrites = invocation[PhotoOptions.force]
    }

    /// Throws for the first option that says how a photo is taken.
    private static func refuseOthers(_ invocation: Invocation) throws(FacecapError) {
        let understood =
            [
                PhotoOptions.annotate.declaration, PhotoOptions.files.declaration,
                PhotoOptions.output.declaration, PhotoOptions.force.declaration,
                PhotoOptions.json.declaration, LiveOptions.landmarks.declaration,
            ] + LiveOptions.detection
        let names = Set(understood.map(\.name))
        for parameter in PhotoOptions.command.parameters
        where !names.contains(parameter.name) && invocation.isGiven(parameter) {
            throw FacecapError(
                .invalidArgument,
                "--annotate leaves a photo as it is and takes none; leave --\(parameter.name) out.")
        }
    }
}
