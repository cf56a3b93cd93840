import Facecap

/// `facecap models list | verify | fetch`
enum ModelsCommand {
    static let folder: Parameter<String?> = .option(
        "model-dir", .folder,
        "The folder in which models are looked for first; fetch puts them there.")
    static let names: Parameter<[String]> = .operands(
        "names", .text("NAME", allowed: "the name of a model"),
        "The name of a model, as facecap models list shows it.")

    static let command = Command(
        name: "models", abstract: "list, verify and fetch the models of the detectors",
        discussion: [
            "A model is looked for in --model-dir, $FACECAP_MODELS, models/ beside the package and"
                + " in the working directory, ~/.local/share/facecap/models and the system's"
                + " share/facecap/models. It is used only if its SHA-256 is the known one."
        ],
        subcommands: [
            ModelsListCommand.command, ModelsVerifyCommand.command, ModelsFetchCommand.command,
        ])

    /// The store that the options of a command ask for.
    static func store(_ invocation: Invocation) throws(FacecapError) -> ModelStore {
        let folders = ModelFolders.ofThisProcess(named: invocation[folder])
        return ModelStore(manifest: try .builtIn(), folders: folders.searchOrder)
    }
}
