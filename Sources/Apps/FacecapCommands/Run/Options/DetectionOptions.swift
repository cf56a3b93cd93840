// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Which detector finds faces, and how.
struct DetectionOptions: OptionGroup {
    let detector = DetectorOptions()
    @Option(SharedOptions.threads) var threads: Int?

    /// The detector that the user's words name.
    var selection: DetectorSelection {
        var selection = detector.selection
        selection.threads = threads
        return selection
    }
}

/// All of a detector that what it finds depends on.
struct DetectorOptions: OptionGroup {
    @Option(
        .option(
            "detector", .choice, default: .automatic,
            "What finds the faces: yunet and centerface need a model file, and centerface takes longer;"
                + " haar needs none and finds fewer; auto is the first of them whose model is found."
        ))
    var name: DetectorSelection.Name
    @Option(
        .option(
            "model", .text("NAME", allowed: "a name that facecap models list shows"),
            "The detector's model, as facecap models list shows it; without it the default one."
        ))
    var model: String?
    @Option(SharedOptions.modelFolder) var modelFolder: String?
    @Option(
        .option(
            "mesh", .choice, default: .automatic,
            "Look at found faces again with the face mesh, for angles, eyes and mouth: auto does where its"
                + " model is found (facecap models fetch), on needs it, off never does."))
    var mesh: DetectorSelection.MeshUse
    @Option(
        .option(
            "input-size", .integer(in: 32...2048, multipleOf: 32),
            "Look once, at an image whose longer side has so many pixels, a multiple of 32, whatever the"
                + " size of the source; without it faces are looked for at two scales."))
    var inputSize: Int?
    @Option(
        .option(
            "smallest-face", .integer("PIXELS", in: 8...4096),
            "The height in pixels of the source of the smallest faces to be found: smaller ones take longer."
                + " Without effect where --input-size is given."))
    var smallestFace: Int?
    @Option(
        .option(
            "score", .number(in: 0...1),
            "The lowest confidence at which a face counts, from 0 to 1."))
    var score: Double?
    /// The detector that the user's words name.
    var selection: DetectorSelection {
        DetectorSelection(
            name: name, modelName: model, modelFolder: modelFolder, inputSize: inputSize,
            smallestFace: smallestFace, scoreThreshold: score, mesh: mesh)
    }
}
