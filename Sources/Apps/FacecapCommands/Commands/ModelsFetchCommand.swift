// SPDX-License-Identifier: Apache-2.0
import Facecap

/// `facecap models fetch`
enum ModelsFetchCommand {
    struct Options: OptionGroup {
        @Option(.flag("all", "Fetch every known model.")) var fetchesAll: Bool
        let models = ModelOptions()
        @Option(ModelsCommand.names) var names: [String]

        static var rules: [OptionRule] {
            [.of(["names"], exclude: ["all"], "fetches every known model")]
        }
    }

    static let command = Command(
        name: "fetch", abstract: "fetch models that are missing or damaged, and verify them",
        discussion: [
            "Without names, fetches the default model of the best detector that is available,"
                + " and the face mesh. Models are written to --model-dir, $FACECAP_MODELS or"
                + " ~/.local/share/facecap/models; a damaged file is replaced in place. Requires"
                + " the program curl, and python3 with pip for models in a Python wheel, which"
                + " is downloaded but never installed."
        ],
        options: Options.self,
        usesNetwork: true
    ) { options, context throws(FacecapError) in
        let store = try options.models.store()
        var entries: [ModelEntry] = options.fetchesAll ? store.manifest.entries : []
        for name in options.names {
            entries.append(try store.manifest.entry(named: name))
        }
        let folders = ModelFolders.ofThisProcess(named: options.models.folder)
        let fetching = ModelFetching(store: store, folder: folders.fetchFolder, context: context)
        return entries.isEmpty
            ? try fetching.fetchUsual(store.manifest)
            : try fetching.fetchAll(entries)
    }
}
