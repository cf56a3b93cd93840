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
            "The face detector. yunet and centerface need a model file; centerface is slower."
                + " haar needs no model and finds fewer faces. auto uses the first of these"
                + " whose model is found."
        ))
    var name: DetectorSelection.Name
    @Option(
        .option(
            "model",
            .text(
                "NAME", allowed: "a name that facecap models list shows",
                completion: .models(findingFaces: true)),
            "The name of the detector's model, as facecap models list shows it. By default, the"
                + " detector's default model."
        ))
    var model: String?
    @Option(SharedOptions.modelFolder) var modelFolder: String?
    @Option(
        .option(
            "mesh", .choice, default: .automatic,
            "Refine detected faces with the face mesh, which measures angles, eyes and mouth."
                + " auto uses the mesh if its model is found (facecap models fetch), on requires"
                + " it, off disables it."))
    var mesh: DetectorSelection.MeshUse
    @Option(
        .option(
            "input-size", .integer(in: 32...1920, multipleOf: 32),
            "Search each frame once, scaled so that its longer side has N pixels, a multiple of"
                + " 32, whatever the size of the source. By default, faces are searched for at"
                + " two scales."))
    var inputSize: Int?
    @Option(
        .option(
            "smallest-face", .integer("PIXELS", in: 8...4096),
            "The height of the smallest faces to search for, in pixels of the source. Smaller"
                + " values take longer. Clear faces may be found even if they are smaller. Cannot be"
                + " combined with --input-size."))
    var smallestFace: Int?
    @Option(
        .option(
            "score", .number(in: 0...1),
            "The minimum confidence of a detected face, from 0 to 1. By default, 0.65 with YuNet"
                + " and 0.35 with CenterFace."))
    var score: Double?

    static var rules: [OptionRule] {
        [
            .of(
                ["model", "score", "smallest-face"], exclude: ["detector=haar"],
                "runs no network"),
            .of(
                ["smallest-face"], exclude: ["input-size"],
                "alone says how small faces may be"),
        ]
    }

    /// The detector that the user's words name.
    var selection: DetectorSelection {
        DetectorSelection(
            name: name, modelName: model, modelFolder: modelFolder, inputSize: inputSize,
            smallestFace: smallestFace, scoreThreshold: score, mesh: mesh)
    }
}
