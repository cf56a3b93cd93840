// SPDX-License-Identifier: Apache-2.0
import Facecap

/// Where models are looked for.
struct ModelOptions: OptionGroup {
    @Option(
        .option(
            "model-dir", .folder,
            "The folder that is searched for models first. facecap models fetch writes models to"
                + " it."))
    var folder: String?

    /// The models that are known, and where they may be.
    func store() throws(FacecapError) -> ModelStore {
        try DetectorSelection(modelFolder: folder).modelStore()
    }
}
