// SPDX-License-Identifier: Apache-2.0
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
    /// Who the faces are, by their number in the order of the records.
    let names: [FaceName]
    /// Whether regions that are there already, and another file in the place of a copy, are replaced.
    let overwrites: Bool
    /// What is asked of the process that decodes them; `nil` for none.
    let isolation: IsolatedFileInput.Isolation?

    /// What the user's words mean.
    init(_ options: PhotoOptions) throws(FacecapError) {
        try Self.refuseOthers(options.givenNames)
        let files = options.files
        let copy = options.output
        guard !files.isEmpty else {
            throw FacecapError(
                .invalidArgument, "Name the photos to add faces to: --annotate photo.jpg.")
        }
        guard copy == nil || files.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--output takes the copy of one photo: name one FILE alone.")
        }
        items = files.map { Item(input: $0, output: copy ?? $0) }
        names = options.names
        guard names.isEmpty || files.count == 1 else {
            throw FacecapError(
                .invalidArgument, "--name says who is in one photo: name one FILE alone.")
        }
        var detector = options.detection.selection
        detector.keepsMeshPoints = options.details.meshPoints
        self.detector = detector
        writesJSON = options.shot.writesJSON
        includesLandmarks = options.details.landmarks
        overwrites = options.shot.overwrites
        isolation = options.reading.sandbox.isolation
    }

    /// The names of the options that say how faces are found and written.
    static let understoodNames: Set<String> =
        Set((DetectionOptions.declarations + SandboxOptions.declarations).map(\.name))
        .union(["annotate", "photo", "output", "force", "json", "landmarks", "mesh-points", "name"])

    /// Throws for the first option that says how a photo is taken.
    private static func refuseOthers(_ names: [String]) throws(FacecapError) {
        for name in names where !understoodNames.contains(name) {
            throw FacecapError(
                .invalidArgument,
                "--annotate leaves a photo as it is and takes none; leave --\(name) out.")
        }
    }
}
